"""Advice on pages: a link where a page does it, and no markup of anybody else's."""

from __future__ import annotations

import string

import pytest

from foam_graph.advice import Action, Advice, NextStep
from foam_graph.web.access.matching import need_of
from foam_graph.web.advising import ADDRESSES, address_of_step, advised
from tests.support.web_site import EVIL


@pytest.mark.parametrize("action", ADDRESSES)
def test_every_address_is_a_page_that_there_is(action: Action) -> None:
    named = {name for _, name, _, _ in string.Formatter().parse(ADDRESSES[action]) if name}
    whole = address_of_step(NextStep(action, "Do it with", dict.fromkeys(named, "a b/c")))
    assert need_of("GET", whole.partition("?")[0]) is not None
    assert ("a%20b%2Fc" in whole) == bool(named)
    if named:
        assert address_of_step(NextStep(action, "Do it with")) == ""
        assert address_of_step(NextStep(action, "Do it with", dict.fromkeys(named, ""))) == ""


@pytest.mark.parametrize(
    ("advice", "ids", "shown"),
    [
        ((), True, ""),
        (NextStep(Action.LIST_RUNS, "List with"), True, '<a href="/runs">See the list of runs and debates.</a>'),
        (
            ("What is committed stays.", NextStep(Action.RESUME, "Then", {"run": "r7k"})),
            True,
            'What is committed stays. <a href="/progress/r7k">Then: “Take it up where it stands”.</a>',
        ),
        (NextStep(Action.RESUME, "Then"), True, "Then: “Take it up where it stands”."),
        ("Challenge r7k-2-3.", True, "Challenge r7k-2-3."),
        ("Challenge r7k-2-3.", False, "Challenge this part."),
    ],
)
def test_a_step_is_a_link_where_a_page_does_it(advice: Advice, ids: bool, shown: str) -> None:
    assert advised(advice, ids) == shown


def test_what_an_advice_is_made_of_stays_text() -> None:
    assert "<script" not in advised((EVIL, NextStep(Action.ASK, EVIL, {"run": EVIL})))
    assert '"' not in address_of_step(NextStep(Action.RESUME, "Then", {"run": '"><script>'}))
