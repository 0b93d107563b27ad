"""Where a sentence stands in its document may be said of it: writers' ground and certificate read it apart, and agree."""

from __future__ import annotations

from foam_graph.casefile.building import case_file
from foam_graph.corpus.documents import Citation, Document
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.reasoning.answer.text_checks import place_of
from foam_graph.reasoning.arguments.checking import told
from foam_graph.reasoning.evidence import Evidence

TEXT = """# Harbour Act

## Part 2

Section 14 concerns stations. A station needs consent. On 3 May the sea rose.

## Reliability

§ 17 concerns alarms. Few are allowed.
"""


def test_the_number_of_a_section_is_known_to_the_author_and_to_the_certificate() -> None:
    document = Document("d", "case", "act.md", "", TEXT, Citation("Harbour Act"), segment(TEXT))
    file, evidence = case_file([document]), Evidence([document])
    for sentence in file:
        assert sentence.section.replace(",", "") in place_of(evidence, sentence.id)
        assert sentence.heading in place_of(evidence, sentence.id)
        assert sentence.place in told(sentence.short, file)
    by_text = {one.text: one for one in file}
    assert "Section 14" in place_of(evidence, by_text["A station needs consent."].id)
    few = place_of(evidence, by_text["Few are allowed."].id)
    assert "§ 17" in few
    assert "Reliability" in few
    assert "3 May" not in few
    assert place_of(evidence, "x:1") == ""
