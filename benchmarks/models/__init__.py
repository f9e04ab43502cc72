"""The whole path with a real model behind a real server on this machine."""
