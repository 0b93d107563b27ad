"""What servers tell of errors: each step in the words of a page."""

from __future__ import annotations

import pytest

from foam_graph.advice import CONTEST, Action, Advice, NextStep
from foam_graph.app.outward import OPERATOR, PAGES, on_page, part_on_page, statement_on_page, without_ids

_UP = NextStep(Action.START_STORE, "Start it with")


def test_every_action_is_worded_for_pages_too() -> None:
    assert PAGES.keys() == set(Action)
    for action in Action:
        said = part_on_page(NextStep(action, "Do it with", {"run": "r7k"}))
        assert "foam " not in said
        assert said[0].isupper()
        assert said.endswith(".")


@pytest.mark.parametrize(
    ("advice", "said"),
    [
        ("", ""),
        ("Correct /home/ada/x.yaml and try again.", "Correct (a file of this machine) and try again."),
        (NextStep(Action.LIST_RUNS, "List debates with"), "See the list of runs and debates."),
        (NextStep(Action.RESUME, "Finish it with", {"run": "r7k"}), "Finish it with: “Take it up where it stands”."),
        (NextStep(Action.INGEST, "Or use"), OPERATOR),
        (
            ("It may still be starting.", _UP, NextStep(Action.RESTART_STORE, "If it stays silent")),
            "It may still be starting. Tell it to whoever runs this server.",
        ),
        (NextStep(Action.ASK, "{run} {0} anew", {"lead": "not this"}), "{run} {0} anew: “Ask”."),
    ],
)
def test_a_page_names_what_can_be_pressed_on_it(advice: Advice, said: str) -> None:
    assert on_page(advice) == said


def test_the_statement_of_a_position_ends_as_a_page_says_it() -> None:
    stored = f"AI-assisted. The decision remains with the responsible institution. {CONTEST}"
    assert statement_on_page(stored).endswith("institution. Contest any part with: ⚑ beside it.")
    assert statement_on_page("AI-assisted.") == "AI-assisted."
    assert without_ids("r7k2m9-41-3 does not stand in /a/b") == "this part does not stand in (a file of this machine)"
