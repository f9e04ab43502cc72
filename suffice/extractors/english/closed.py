"""The closed classes of English that the grammar knows; any other word may be a name, a noun, a verb or an adjective.

>>> "someone" in CLOSED, "cat" in CLOSED
(True, False)
"""

__all__ = [
    "AND",
    "ARTICLES",
    "AUXILIARIES",
    "BEYOND",
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
    "REPORTING",
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
#: Quantifiers, moods and conjunctions that say more or less than a Horn rule: what holds them is refused.
BEYOND = frozenset(
    {"most", "some", "few", "many", "several", "only", "unless", "because", "although", "though", "might", "may",
     "could", "would", "should", "must", "can", "were", "was", "used", "perhaps", "maybe", "probably", "almost", "whether"}
)  # fmt: skip
#: Verbs behind which `that` tells what is only said or thought.
REPORTING = frozenset(
    {"say", "says", "said", "claim", "claims", "believe", "believes", "think", "thinks", "know", "knows", "hope",
     "hopes", "deny", "denies", "doubt", "doubts", "false", "true", "pretend", "pretends"}
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
