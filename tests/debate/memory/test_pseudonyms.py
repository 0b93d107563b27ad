"""Speakers under other names: consistently, whole names and their parts, and nothing else."""

from __future__ import annotations

import pytest

from foam_graph.debate.memory.pseudonyms import pseudonymised
from foam_graph.debate.transcripts.reading import read_transcript

SOURCE = """Motion: The town should close the quay.
Match: Ada Berg against Bo Lund

Chair: Ada Berg begins.
Ada Berg (Pro): I am Ada. Mayor Quist agrees, and Bergen is a city.
Bo Lund (Con): Ms Berg is wrong. Lund disagrees.
Ada Berg (Pro): My name is Berg.
Cy Ostrow (Con): Ada said so.
"""


def test_a_speaker_keeps_one_name_and_others_keep_theirs() -> None:
    made = pseudonymised(read_transcript(SOURCE))
    assert [one.speaker for one in made.utterances] == ["Pro 1", "Con 1", "Pro 1", "Con 2"]
    texts = [one.text.strip() for one in made.utterances]
    assert texts[0] == "I am Pro 1. Mayor Quist agrees, and Bergen is a city."
    assert texts[1] == "Ms Pro 1 is wrong. Con 1 disagrees."
    assert texts[2] == "My name is Pro 1."
    assert made.occasion.name == "Pro 1 against Con 1"
    left = " ".join(one.text for one in made.omissions)
    for name in ("Ada", "Berg", "Lund", "Cy", "Ostrow"):
        assert name not in left


@pytest.mark.parametrize("label", ["PRO", "P1", "Affirmative 2", "正方一辩", "Government"])
def test_labels_that_are_no_names_are_not_looked_for_in_texts(label: str) -> None:
    source = f"Motion: A b.\n{label}: PRO, P1, Affirmative 2, 正方一辩, Government and Affirmative stay as they are.\n"
    made = pseudonymised(read_transcript(source))
    assert made.utterances[0].speaker == "Pro 1"
    assert "PRO, P1, Affirmative 2, 正方一辩, Government and Affirmative stay" in made.utterances[0].text


def test_spans_still_point_into_the_source() -> None:
    transcript = read_transcript(SOURCE)
    made = pseudonymised(transcript)
    assert [one.spans for one in made.utterances] == [one.spans for one in transcript.utterances]
    assert [one.span for one in made.omissions] == [one.span for one in transcript.omissions]
