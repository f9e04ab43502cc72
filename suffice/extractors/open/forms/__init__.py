"""Forms of questions that nothing else reads: in other words, described in other ways, or plain and about one named thing."""

from suffice.extractors.open.forms.reading import is_cut_wrongly, read_forms, read_plain

__all__ = ["is_cut_wrongly", "read_forms", "read_plain"]
