"""Likely links: the forest that rates them, fitted and measured on questions that it has not seen."""
