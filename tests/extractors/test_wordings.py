"""How pages word a relation of their topic, and what stands near such words and is said of something else."""

import pytest

from suffice.extractors import Reader, Unit, find_statements, read_lexicon

LEXICON = read_lexicon()
READER = Reader(cache=None)


def stated(relation: str, title: str, text: str) -> list[str]:
    """What a page states of its topic for a relation."""
    [passage] = READER.read([Unit("u1", title, text)])
    return [found.surface for found in find_statements(passage, relation, LEXICON)]


@pytest.mark.parametrize(
    ("relation", "title", "text", "values"),
    [
        ("place_of_birth", "Jan Rask", "Jan Rask (24 October 1650, Middelburg – 23 February 1704, Amsterdam) was a painter.", ["Middelburg"]),
        ("place_of_death", "Jan Rask", "Jan Rask (24 October 1650, Middelburg – 23 February 1704, Amsterdam) was a painter.", ["Amsterdam"]),
        ("place_of_birth", "Jan Rask", "Jan Rask is a poet. He was born in 1962 in Dala-Ketta, Sweden.", ["Dala-Ketta, Sweden"]),
        ("place_of_birth", "Jan Rask", "Jan Rask is a poet. He is a native of Orrin in Ulmland.", ["Orrin"]),
        ("place_of_death", "Jan Rask", "Jan Rask (born 12 March 1909, Orrin, died 8 October 1973, Los Velmos) was a maker of hats.", ["Los Velmos"]),
        ("place_of_death", "Jan Rask", "Jan Rask was a poet. He passed away in Ketta.", ["Ketta"]),
        ("father", "Jan Rask", "Jan Rask is a poet. The brewer Bo Rask (1817 – 1894) was his father.", ["Bo Rask"]),
        ("sibling", "Jan Rask", "Jan Rask is a poet. His elder brother, Bo Rask, is a painter.", ["Bo Rask"]),
        ("child", "Jan Rask", "Jan Rask is a poet. He has a daughter named Ann.", ["Ann"]),
        ("spouse", "Orla Venn", "Orla Venn was a painter. She and her second husband, Bo Orr, lived in Ketta.", ["Bo Orr"]),
        ("award_received", "Jan Rask", "Jan Rask is a poet. He received the Orrin Prize in 2008.", ["Orrin Prize"]),
        ("award_received", "Jan Rask", "Jan Rask is a poet. He won four Velmo Awards, a Golden Bell.", ["Velmo Awards"]),
        ("educated_at", "Jan Rask", "Jan Rask is a poet. He was educated at Bishop's College.", ["Bishop's College"]),
        ("educated_at", "Jan Rask", "Jan Rask is a poet. He received his degree in law from the University of Orrin.", ["University of Orrin"]),
        ("employer", "Jan Rask", "Jan Rask is a botanist. He is a lecturer in botany at Orrin University.", ["Orrin University"]),
        ("party", "Ole Venn", "Ole Venn was five times the candidate of the Ardland Party of Labour for President of Ardland.", ["Ardland Party of Labour"]),
        ("party", "Ole Venn", "Ole Venn is a Danish Liberal Party politician.", ["Liberal Party"]),
        ("named_after", "Dell Hall", "Dell Hall is a hall. It was named after the Danish botanist Ann Ek.", ["Ann Ek"]),
        ("named_after", "Dell Hall", "Dell Hall is a hall. It takes its name from Ole Dell.", ["Ole Dell"]),
        ("part_of", "Mount Orrin", "Mount Orrin is a peak located in the Vask Range, Dell National Park.", ["Vask Range"]),
        ("performer", "Slow Ferry", "Slow Ferry is the fifth studio album by saxophone player Dave Orr.", ["Dave Orr"]),
        ("painter", "The Grey Ferry", "The Grey Ferry is a 1943 painting by the British painter Lena Orr.", ["Lena Orr"]),
        ("director", "Tin Bell", "Tin Bell Theatrical release poster Directed by Ann Ek Produced by Bo Orr Starring Cal Ulm Music by Dan Vask", ["Ann Ek"]),
        ("producer", "Tin Bell", "Tin Bell Theatrical release poster Directed by Ann Ek Produced by Bo Orr Starring Cal Ulm Music by Dan Vask", ["Bo Orr"]),
        ("record_label", "Slow Ferry", "Slow Ferry is an album. It was released in 1988 through Orrin Records.", ["Orrin Records"]),
        ("publisher", "Dell Tales", "Dell Tales is a novel published in 1990 by the Orrin Press.", ["Orrin Press"]),
        ("founded_by", "Dell Press", "Dell Press is a publisher founded in Ketta in 1990 by Ann Ek.", ["Ann Ek"]),
        ("owner", "Dell Records", "Dell Records is a label. It is owned and operated by the Orrin Music Group.", ["Orrin Music Group"]),
        ("located_in", "Ketta Mounds", "Ketta Mounds is an archaeological site in Hinds County, Ardland, dating from 800.", ["Hinds County"]),
        ("located_in", "Dell House", "Dell House is a house in Ketta, Ardland.", ["Ketta"]),
        ("terrain", "Ketta", "Ketta is a village on Mount Orrin.", ["Mount Orrin"]),
        ("shares_border", "Ketta", "Ketta borders the municipalities of Orrin, Ulm and Vask.", ["Orrin", "Ulm", "Vask"]),
        ("occupation", "Jan Rask", "Jan Rask (born 1950) was an American butcher and farmer from Dell.", ["butcher"]),
        ("occupation", "Ann Ek", "Ann Ek (1 July 1903 – 5 January 1941) was a pioneering British aviator who flew to Orrin.", ["aviator"]),
        ("position_played", "Jan Rask", "Jan Rask is a footballer who plays as a left winger for Dell.", ["left winger"]),
        ("language", "Tin Bell", "Tin Bell is a 2019 Indian Tamil-language film.", ["Tamil"]),
        ("architectural_style", "Dell Hall", "Dell Hall is a hall. It was built in the Gothic Revival style.", ["Gothic Revival"]),
        ("production_company", "Tin Bell", "Tin Bell is a film. It was produced by Orrin Pictures.", ["Orrin Pictures"]),
        ("mouth", "Dell River", "Dell River is a river. It empties into the Orrin River.", ["Orrin River"]),
    ],
)  # fmt: skip
def test_page_states(relation: str, title: str, text: str, values: list[str]) -> None:
    assert stated(relation, title, text) == values


@pytest.mark.parametrize(
    ("relation", "title", "text"),
    [
        # whose relative: whoever was named last
        ("spouse", "Orla Venn", "Orla Venn was the daughter of Ole Venn and of his wife Mona Rask."),
        ("spouse", "Orla Venn", "Orla Venn was a painter. She was the mother of Ann Ek, who married Bo Orr."),
        ("spouse", "Orla Venn", "Orla Venn was a painter through her father's marriage to Mona Rask."),
        ("spouse", "Jan Rask", "Jan Rask was a poet. Ole Orr and his wife Mona met him."),
        ("child", "Jan Rask", "Jan Rask was a poet. Ole Orr and his son Bo met him."),
        ("child", "Orla Venn", "Orla Venn was a princess. She was his favourite daughter."),
        ("mother", "Jan Rask", "Jan Rask was brought up by his mother and her new husband Bo Orr."),
        ("mother", "Jan Rask", "Jan Rask was the son of Ole, Duke of Orrin and Count of Velmo."),
        ("father", "Jan Rask", "Jan Rask is a poet. Rask's father is Roman Catholic."),
        ("father", "Jan Rask", "Jan Rask was born in Dell to Princess Mona of Orrin and Bo Rask."),
        # a gap runs over another verb
        ("place_of_birth", "Jan Rask", "Jan Rask was a poet. He was born after the war and spent his childhood at Dell Hall."),
        ("place_of_death", "Jan Rask", "Jan Rask was a poet. He died in June 1842 and was buried at Orrin."),
        ("place_of_death", "Jan Rask", "Jan Rask was a poet. On the death of his father, Rask became a count in Orrin."),
        ("place_of_birth", "Jan Rask", "Jan Rask was a poet. Raised in Orrin, he moved to Dell."),
        ("educated_at", "Jan Rask", "Jan Rask was a poet. He studied there and taught at the Dell Academy."),
        # another thing is made, or made known
        ("author", "Tin Bell", "Tin Bell is a 1949 film based on a novel by Ole Orr."),
        ("author", "Tin Bell", "Tin Bell is a 1949 film by Ann Ek. The novel was written by Ole Orr."),
        ("performer", "Tin Bell", "Tin Bell is a 1949 film. It was released by Orrin Pictures."),
        ("performer", "Slow Ferry", "Slow Ferry is a song. It has also been covered by Ann Ek."),
        ("performer", "Slow Ferry", "Slow Ferry is a Country Blues song written by Ann Ek."),
        ("owner", "Tin Bell", "Tin Bell is a film made by Dell Studio, a subsidiary of Orrin Corporation."),
        ("owner", "Dell Records", "Dell Records is a label. It was previously owned by Orrin Music."),
        ("named_after", "Jan Rask", "Jan Rask is a coach. In 1990 Rask was named Head Coach of the Rovers."),
        # no such value
        ("award_received", "Jan Rask", "Jan Rask is a poet. He received 35 books and an MFA."),
        ("award_received", "Tin Bell", "Tin Bell is a film. It received one Oscar nomination."),
        ("award_received", "Tin Bell", "Tin Bell is a film. It received a nomination at the Orrin Awards."),
        ("party", "Ole Venn", "Ole Venn is a member of the House of Orrin."),
        ("employer", "Ole Venn", "Ole Venn is a member of the European Parliament."),
        ("language", "Tin Bell", "Tin Bell (English language: The Bell) is a play."),
        ("language", "Tin Bell", "Tin Bell is a film based on the Bengali language story The Bell."),
        ("architectural_style", "Dell Hall", "Dell Hall is a hall. It was built in the Italian style."),
        ("occupation", "Tin Bell", "Tin Bell is a 1942 British biopic about aviator Ann Ek."),
        ("father", "Bo Lund", "Bo Lund was a smith. He was alleged to be the son of Karl Vost."),
        ("spouse", "Ann Ek", "Ann Ek was a baker. Her sister and her husband, Karl Vost, moved to Dell."),
        ("architectural_style", "Dell Hall", "Dell Hall is a hall. It replaced a church in the Gothic style."),
        ("country", "Orrin", "Orrin is a German-speaking village in the north."),
        ("terrain", "The Shadow of the Desert", "The Shadow of the Desert is a film."),
    ],
)  # fmt: skip
def test_what_only_looks_like_it(relation: str, title: str, text: str) -> None:
    assert stated(relation, title, text) == []
