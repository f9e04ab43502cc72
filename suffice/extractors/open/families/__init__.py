"""Families of questions: the wordings that people use for one question, each put in the plainest of them."""

from suffice.extractors.open.families.reading import put_plainly

__all__ = ["put_plainly"]
