"""Questions about a thing that is described and not named: found, taken apart, worded as lookups."""

from suffice.extractors.open.descriptions.reading import read_description

__all__ = ["read_description"]
