"""The commands of `suffice worlds`, one a module."""
