"""The closed classes of English that the grammar knows; any other word may be a name, a noun, a verb or an adjective.

>>> "someone" in CLOSED, "cat" in CLOSED
(True, False)
"""

__all__ = [
    "AND",
    "ARTICLES",
    "AUXILIARIES",
    "CLOSED",
    "COPULAS",
    "DETERMINERS",
    "GENERIC",
    "INDEFINITE",
    "NOBODY",
    "OR",
    "PLURAL_PRONOUNS",
    "PREPOSITIONS",
    "PRONOUNS",
    "RELATIVES",
    "UNIVERSAL",
]

#: Nouns that restrict nothing, unless the text says of something that it is one.
GENERIC = frozenset({"thing", "person", "object", "animal", "one", "individual", "being", "creature"})
INDEFINITE = frozenset({"someone", "something", "somebody", "anyone", "anything", "anybody"})
UNIVERSAL = frozenset({"everyone", "everything", "everybody", "anyone", "anything", "anybody"})
NOBODY = frozenset({"nobody", "nothing", "none"})
DETERMINERS = frozenset({"all", "every", "each", "any", "no", "a", "an"})
PRONOUNS = frozenset({"it", "they", "he", "she", "them", "him", "her"})
PLURAL_PRONOUNS = frozenset({"they"})
COPULAS = frozenset({"is", "are"})
AUXILIARIES = frozenset({"does", "do"})
RELATIVES = frozenset({"that", "who", "which"})
ARTICLES = frozenset({"a", "an"})
AND, OR = frozenset({"and", "but"}), frozenset({"or"})
PREPOSITIONS = frozenset(
    {"about", "after", "against", "at", "before", "behind", "below", "by",
     "for", "from", "in", "into", "like", "near", "of",
     "on", "over", "to", "under", "with"}
)  # fmt: skip
CLOSED = (
    INDEFINITE
    | UNIVERSAL
    | NOBODY
    | DETERMINERS
    | PRONOUNS
    | COPULAS
    | AUXILIARIES
    | RELATIVES
    | AND
    | OR
    | {"if", "then", "not", "the", "both", "either", "neither", "nor"}
)
