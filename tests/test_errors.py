"""The hierarchy of errors: what its drawing says of exit codes is what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam_graph import errors
from foam_graph.errors import FoamError

_LINE = re.compile(r"^    [│ ]*[├└]── (\w+)\s*(?:exit (\d):)?")


def _kinds(kind: type[FoamError]) -> Iterator[type[FoamError]]:
    for below in kind.__subclasses__():
        if below.__module__ == errors.__name__:
            yield below
            yield from _kinds(below)


def test_the_drawing_has_every_error_with_its_exit_code() -> None:
    drawn = {m[1]: m[2] for line in str(errors.__doc__).splitlines() if (m := _LINE.match(line))}
    assert drawn.keys() == {kind.__name__ for kind in _kinds(FoamError)}
    for kind in _kinds(FoamError):
        # Where the drawing is silent, an error ends as the one above it does.
        drawn_code = next((drawn[k.__name__] for k in kind.__mro__ if drawn.get(k.__name__)), "1")
        assert kind.exit_code == int(drawn_code), kind.__name__


def test_what_the_machine_a_model_or_the_store_could_not_do_is_no_failed_check() -> None:
    for kind in (errors.LlmError, errors.BadAnswer, errors.BudgetSpent, errors.Refused, errors.StoreFault):
        assert kind.exit_code == 3, kind.__name__
