"""Questions whose answer must meet several conditions at once: how they are read, and what passages state of each."""

from suffice.extractors.open.conditions.candidates import MAX_CANDIDATES, read_candidates
from suffice.extractors.open.conditions.classes import read_called, read_introduced
from suffice.extractors.open.conditions.reading import frame_of_question, read_conditions
from suffice.extractors.open.conditions.soundness import is_sound, is_whole
from suffice.extractors.open.conditions.wordings import read_class_asked, read_frame

__all__ = [
    "MAX_CANDIDATES",
    "frame_of_question",
    "is_sound",
    "is_whole",
    "read_called",
    "read_candidates",
    "read_class_asked",
    "read_conditions",
    "read_frame",
    "read_introduced",
]
