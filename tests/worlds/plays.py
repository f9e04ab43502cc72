"""Runs of plays made by hand and at random, for the tests of what they come to."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from suffice.extractors import Unit
from suffice.search.inquiry import Answer, Budget, Inquiry, Play, Round
from suffice.worlds.fiction.models import ATTACKS, LabelLine, PublicWorld
from suffice.worlds.fiction.run import PlayedWorld, PlaysFolder, PlaysManifest

POLICIES = (
    "premise",
    "expansion",
    "repeat",
    "topical",
    "random",
    "oracle",
    "robustrag",
    "trustrag",
    "reliabilityrag",
)


def make_world(
    number: int, *, twin: bool = False, hops: int = 1, attack: str = "replica", family: str = "archives"
) -> tuple[PublicWorld, LabelLine]:
    """A world of a pair, `a` for the original and `b` for its twin."""
    world = f"w{number:06d}{'b' if twin else 'a'}"
    public = PublicWorld(
        world=world,
        family=family,
        question=f"Where is docket {number} kept?",
        initial=(f"{world}_01", f"{world}_02"),
        budget=Budget(queries=2, pages=3),
    )
    label = LabelLine(
        world=world,
        answer=None if twin else "Kolm Vault",
        decisive=() if twin else tuple(f"{world}_1{hop}" for hop in range(hops)),
        poison={f"{world}_02": attack} if attack != "clean" else {},
        false_answer=None if attack == "clean" else "Tarn Hall",
        hops=hops,
        attack=attack,
        visibility="hidden",
        separable=True,
        twin_of=f"w{number:06d}a" if twin else None,
    )
    return public, label


def make_play(
    public: PublicWorld, label: LabelLine, policy: str, act: str, *, acquired: bool = False
) -> Play:
    """A play that ends as told: `right`, `wrong`, `abstain`, `withheld` or `error`."""
    found = (*label.decisive, f"{public.world}_05") if acquired else (f"{public.world}_05",)
    asked = Inquiry(
        premise="a final record names the place",
        decisiveness="it alone is controlling",
        query="final record controlling",
        expected_discriminator="the place",
    )
    value = {"right": label.answer or "Kolm Vault", "wrong": "Tarn Hall", "withheld": "Tarn Hall"}.get(act)
    released = act in ("right", "wrong")
    return Play(
        world=public.world,
        policy=policy,
        outcome="answer" if released else "error" if act == "error" else "cannot_determine",
        answer=value if released else None,
        proposed=None if act == "error" else Answer(short_answer=value, cited_ids=found[:1] if value else ()),
        rounds=(Round(inquiry=asked, found=found, new=found),),
        seen=(*public.initial, *found),
        withheld="no signed controlling record is cited" if act == "withheld" else None,
        error="the reply lacks `query`" if act == "error" else None,
        calls=3,
        input_tokens=900,
        output_tokens=len(policy) * 10,
    )


def make_pages(public: PublicWorld, label: LabelLine) -> list[Unit]:
    """The pages of a world, more than are seen."""
    ids = [*public.initial, *label.decisive, *(f"{public.world}_{number:02d}" for number in range(3, 8))]
    block = "[Record: final | Status: controlling | Signed: Office | Docket: Tav | Place: Kolm Vault | Seal: 00ff00ff00ff00ff]"
    return [
        Unit(
            page,
            f"Page {page[-2:]}",
            f"It is kept there. {block}" if page in label.decisive else "It is kept at Tarn Hall.",
        )
        for page in sorted(ids)
    ]


def make_manifest(worlds: int, policies: Sequence[str], **changes: object) -> PlaysManifest:
    fields = {"benchmark": {"hops": [1, 2], "name": "x"}, "seed": 7, "options": {"workers": 1}} | changes
    return PlaysManifest.model_validate(
        {"suffice": "0.1.0", "benchmark_sha256": "0" * 64, "worlds": worlds, "policies": policies} | fields
    )


def random_worlds(worlds: int, policies: Sequence[str], seed: int = 0) -> list[PlayedWorld]:
    """Originals, each followed by its twin, played at random."""
    draw, made = Random(seed), []
    for number in range(worlds):
        attack = ATTACKS[number % len(ATTACKS)]
        for twin in (False, True):
            public, label = make_world(
                number,
                twin=twin,
                hops=1 + number % 2,
                attack=attack,
                family=("archives", "herbaria")[number % 3 % 2],
            )
            plays = []
            for place, policy in enumerate(policies):
                acquired = draw.random() < 0.95 - 0.1 * place
                acts = (
                    ("abstain", "withheld", "error")
                    if not acquired or twin
                    else ("right", "right", "abstain")
                )
                act = "wrong" if draw.random() < 0.02 * place else draw.choice(acts)
                plays.append(make_play(public, label, policy, act, acquired=acquired))
            made.append(PlayedWorld(public, label, tuple(plays), tuple(0.001 for _ in plays)))
    return made


def write_run(
    path: Path, worlds: Sequence[PlayedWorld], policies: Sequence[str], **changes: object
) -> PlaysFolder:
    """A whole run."""
    folder = PlaysFolder(path)
    folder.begin(make_manifest(len(worlds), policies, **changes))
    for world in worlds:
        folder.append(
            world.public, world.label, world.plays, world.seconds, make_pages(world.public, world.label)
        )
    folder.finish()
    return folder


@st.composite
def played_worlds(
    draw: Callable[[st.SearchStrategy[object]], object], policies: Sequence[str] = ("a", "b", "c")
) -> list[PlayedWorld]:
    """A few worlds, played in any way."""
    made = []
    for number in range(draw(st.integers(0, 12))):  # type: ignore[call-overload]
        public, label = make_world(
            number,
            twin=bool(draw(st.booleans())),
            hops=draw(st.integers(1, 3)),  # type: ignore[arg-type]
            attack=draw(st.sampled_from(ATTACKS)),  # type: ignore[arg-type]
        )
        acts = st.sampled_from(("right", "wrong", "abstain", "withheld", "error"))
        plays = tuple(
            make_play(public, label, policy, str(draw(acts)), acquired=bool(draw(st.booleans())))
            for policy in policies
        )
        made.append(PlayedWorld(public, label, plays, (0.5,) * len(plays)))
    return made
