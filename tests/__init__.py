"""Tests; strategies.py is shared by all rooms."""
