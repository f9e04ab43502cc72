"""Forms of questions that nothing else reads: put in other words, described in other ways, or plain questions about one named thing."""

from suffice.extractors.open.forms.reading import read_forms

__all__ = ["read_forms"]
