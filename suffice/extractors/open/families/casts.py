"""Who plays whom in what: `Who is the actress portraying Mona in The Tin Harbour?` asks who played Mona in it."""

from __future__ import annotations

from suffice.extractors.open.families.form import BE, NAME, Form

__all__ = ["FORMS"]

_WORK = r"(?:(?:the )?(?:\d{4} )?(?:\p{Ll}+ )?(?:film|movie|series|show|sitcom|play|musical|game|cartoon|franchise),? )?"
_ACTOR = (
    r"(?:actor|actress|person|performer|star|man|woman|boy|girl|guy|voice actor|voice actress|child actor|child actress|cast member|"
    r"singer|comedian|child)"
)
_PART = r"(?:role|part|character)"
_IN = r"(?:in|on|from)"
_PLAYED = r"plays|played|voices|voiced|portrays|portrayed"
_OF_VERB = {"play": "played", "portray": "played", "voic": "voiced"}

FORMS: tuple[Form, ...] = (
    (
        rf"(?:Who|What|Which) {BE} the (?:full |real )?name of (?:the |an? )?(?P<who>{_ACTOR}) (?P<rel>who|that|playing|portraying|voicing) (?P<rest>.+)",
        r"Who is the \g<who> \g<rel> \g<rest>",
    ),
    (
        rf"(?:Who|What|Which) (?:is|was) (?:the |an? )?{_ACTOR} (?:who|that) (?P<verb>{_PLAYED}) (?P<rest>.+)",
        r"Who \g<verb> \g<rest>",
    ),
    (
        rf"(?:Who|What|Which) (?:is|was) (?:the |an? )?{_ACTOR} (?P<verb>play|portray|voic)ing (?P<rest>.+)",
        lambda found: f"Who {_OF_VERB[found['verb']]} {found['rest']}",
    ),
    (rf"(?:Which|What) {_ACTOR} (?P<verb>{_PLAYED}) (?P<rest>.+)", r"Who \g<verb> \g<rest>"),
    (
        rf"Who (?:plays|played|does|did|has|had|took|takes|performs|performed|is|was|acts|acted) (?:on |in )?(?:the )?{_PART} of (?P<rest>.+ {_IN} .+)",
        r"Who played \g<rest>",
    ),
    (
        rf"Who (?:plays|played|does|did|is|was|provides|provided|performs|performed|lends|lent|gives|gave) (?:the |(?:his|her) )?(?:speaking )?voice (?:of|for|to) (?P<rest>.+ {_IN} .+)",
        r"Who voiced \g<rest>",
    ),
    (
        rf"Who (?:acts|acted|stars|starred|appears|appeared|(?:is|was) cast|featured) as (?P<rest>.+ {_IN} .+)",
        r"Who played \g<rest>",
    ),
    (
        rf"(?:By whom|Who) (?:is|was) (?P<role>{NAME}) (?P<verb>played|portrayed|voiced)(?: by)? (?P<rest>(?:in|on) .+)",
        r"Who \g<verb> \g<role> \g<rest>",
    ),
    (
        rf"(?:By whom|Who) (?:is|was) (?P<role>{NAME}) (?P<rest>(?:in|on) .+) (?P<verb>played|portrayed|voiced)(?: by)?\?",
        r"Who \g<verb> \g<role> \g<rest>?",
    ),
    (
        rf"(?P<role>{NAME}) (?P<rest>(?:in|on) .+) (?:is|was) (?P<verb>played|portrayed|voiced) by (?:who|whom|(?:which|what) {_ACTOR})\?",
        r"Who \g<verb> \g<role> \g<rest>?",
    ),
    (
        rf"(?:In|On) (?P<work>{_WORK}{NAME}), ?who (?P<verb>{_PLAYED}) (?P<role>[^,]+)\?",
        r"Who \g<verb> \g<role> in \g<work>?",
    ),
    (
        rf"Who (?:in|on) (?P<work>{_WORK}{NAME}) (?P<verb>{_PLAYED}) (?P<role>[^,]+)\?",
        r"Who \g<verb> \g<role> in \g<work>?",
    ),
    (
        rf"(?:Who|What|Which) (?:is|was) (?P<who>{NAME})['’]s? {_PART}(?P<rest> (?:in|on) {_WORK}{NAME})\?",
        r"What character did \g<who> play\g<rest>?",
    ),
    (
        rf"(?:Who|What|Which) (?:is|was) the (?:name of the )?{_PART} (?:that |which )?(?P<who>{NAME}) (?:plays|played|portrays|portrayed)(?P<rest> (?:in|on) .+)\?",
        r"What character did \g<who> play\g<rest>?",
    ),
    (
        rf"(?:Who|Whom|(?:What|Which) {_PART}) (?:does|did) (?P<who>{NAME}) (?:portray|act as)(?P<rest> (?:in|on) .+)\?",
        r"What character did \g<who> play\g<rest>?",
    ),
)
