"""What a passage says of its own topic, one facet at a time: its class, height, number of parts, family, place."""

from suffice.extractors.open.facets.facet import Facet
from suffice.extractors.open.facets.reading import facet_of, is_introduced, read_facet, read_first

__all__ = ["Facet", "facet_of", "is_introduced", "read_facet", "read_first"]
