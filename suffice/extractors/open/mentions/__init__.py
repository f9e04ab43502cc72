"""Facts stated in passing, of a thing that a sentence names, whatever the passage is about."""

from suffice.extractors.open.mentions.reading import read_mentions

__all__ = ["read_mentions"]
