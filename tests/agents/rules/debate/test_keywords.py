"""Keywords by rule: the motion's topics, then what the last turns repeat."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.rules.debate.keywords import debate_keywords
from foam_graph.agents.tasks.debate_memory import MOST_KEYWORDS, KeywordsIn, TurnShown


def keywords(motion: str, *turns: str) -> list[str]:
    history = [TurnShown(turn=n, side="pro" if n % 2 else "con", text=text) for n, text in enumerate(turns, 1)]
    return debate_keywords(KeywordsIn(motion=motion, side="pro", history=history)).keywords


def test_the_motion_comes_first_then_what_is_repeated() -> None:
    found = keywords(
        "The town should close the harbour road to cars.",
        "Nobody speaks of this any more: windmills, windmills, windmills.",
        "Parcels need the harbour. Without parcels shops starve.",
        "Parcels can come at night.",
    )
    assert found[:2] == ["town", "close"]
    assert "harbour" in found
    assert "parcels" in found
    assert "windmills" not in found, "only the last two turns count"
    assert "starve" not in found, "it is said once"
    assert "should" not in found


def test_words_of_debating_are_no_topics() -> None:
    assert keywords("This house believes that the opposition's argument is a good example.") == []


def test_chinese_is_cut_into_pairs_without_particles() -> None:
    found = keywords("坚持追求真爱是理智的行为")
    assert {"真爱", "理智", "行为"} <= set(found)
    assert not [one for one in found if "是" in one or "的" in one]


@given(st.text(max_size=400), st.lists(st.text(max_size=400), max_size=4))
def test_there_are_never_too_many_nor_one_twice(motion: str, turns: list[str]) -> None:
    found = keywords(motion, *turns)
    assert len(found) == len(set(found)) <= MOST_KEYWORDS
