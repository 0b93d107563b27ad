"""Advice: each step has a command that there is, and no error names a command in words."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph import errors
from foam_graph.advice import COMMANDS, CONTEST, Action, Advice, NextStep, on_terminal, parts_of, steps_of
from foam_graph.cli.verbs import VERBS, loaded
from foam_graph.errors import DataFileError, FoamError, StoreUnreachable, UnknownId

_ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, FoamError)}
_MADE = re.compile(rf"\b(?:{'|'.join(sorted(_ERRORS))})\(")
_COMMAND = re.compile(r"(?:^|[^\w-])foam [a-z]")
_UP, _RESUME = NextStep(Action.START_STORE, "Start it with"), NextStep(Action.RESUME, "Then", {"run": "r7k"})


def test_every_action_has_a_command_that_there_is() -> None:
    assert COMMANDS.keys() == set(Action)
    for command in COMMANDS.values():
        for one in command.split(", then "):
            words = shlex.split(one)
            assert words[0] == "foam", one
            assert words[1] in VERBS, one
            found = loaded(words[1])
            if below := getattr(found, "commands", {}):
                found = below[words[2]]
            options = {name for option in found.params for name in option.opts}
            assert {word for word in words if word.startswith("-")} <= options, one


@pytest.mark.parametrize(
    ("advice", "said"),
    [
        ("", ""),
        ("Try again.", "Try again."),
        ((), ""),
        (("", "Try again."), "Try again."),
        (_UP, "Start it with: foam up"),
        (_RESUME, "Then: foam resume r7k"),
        (("What is committed stays.", _UP, _RESUME), "What is committed stays. Start it with: foam up. Then: foam resume r7k"),
        (NextStep(Action.RESUME, "Finish it with"), "Finish it with: foam resume RUN"),
        (NextStep(Action.LOAD, "Load some with"), "Load some with: foam load PATH --corpus NAME"),
        (NextStep(Action.LOAD, "Load some with", {"corpus": "{run}"}), "Load some with: foam load PATH --corpus {run}"),
        (CONTEST, "Contest any part with: foam challenge ID --kind KIND --grounds TEXT"),
    ],
)  # fmt: skip
def test_a_terminal_is_told_the_command(advice: Advice, said: str) -> None:
    assert on_terminal(advice) == FoamError("It failed", advice).hint == said
    assert on_terminal(parts_of(advice)) == said


def test_an_error_carries_its_steps_and_tells_a_terminal_as_before() -> None:
    error = StoreUnreachable("the managed Neo4j is not running", _UP)
    assert steps_of(error.advice) == (_UP,)
    assert error.as_json() == {
        "error": "StoreUnreachable",
        "message": "the managed Neo4j is not running",
        "hint": "Start it with: foam up",
    }
    assert _RESUME.as_json() == {"action": "resume", "subject": {"run": "r7k"}}
    assert UnknownId("no such run").hint == ""
    assert DataFileError("a.yaml", 3, "no").hint == "Correct the file and run the command again."


def _raised(path: Path) -> Iterator[tuple[int, str]]:
    """The texts that errors are made with in a file, after their message."""
    source = path.read_text(encoding="utf-8")
    if not _MADE.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in _ERRORS:
            for told in (*node.args[1:], *(given.value for given in node.keywords)):
                texts = (one.value for one in ast.walk(told) if isinstance(one, ast.Constant))
                yield from ((node.lineno, text) for text in texts if isinstance(text, str))


def test_no_error_below_the_command_line_names_a_command_in_words() -> None:
    package = Path(str(errors.__file__)).parent
    files = [path for path in package.rglob("*.py") if path.relative_to(package).parts[0] != "cli"]
    raised = [(path, line, text) for path in files for line, text in _raised(path)]
    assert len(raised) > 300
    assert [(str(path), line, text) for path, line, text in raised if _COMMAND.search(text)] == []
