"""What servers tell of errors to whoever asks them: nothing of the machine that they run on."""

from __future__ import annotations

import re

_PATH = re.compile(r"(?<![\w:/.<])(?:[A-Za-z]:\\|~?/)[^\s'\"<>|:;,]*[/\\][^\s'\"<>|:;,]*")
"""What looks like a path of the machine: two parts or more, beginning at a root."""
_ADDRESS = re.compile(r"\b(?:bolt|neo4j)(?:\+s(?:sc)?)?://\S+")


_NODE = re.compile(r"\b[a-z][\w.]*-\d+-\d+\b")
TAKE_UP = "“Take it up where it stands”"
"""What a page calls the button that does what ``foam resume`` does."""
_COMMANDS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"foam resume \S+", TAKE_UP),
        (r"List (?:runs|debates|them)(?: with)?:? `?foam runs`?\.?", "See the list of runs and debates."),
        (r"Load (?:documents|some) with:? `?foam load PATH --corpus NAME`?\.?", "Upload documents."),
        (r"Contest any part with: foam challenge ID --kind KIND --grounds TEXT", "Contest any part with ⚑ beside it."),
    )
)
"""What is said of the command line, and what does the same on a page."""


def on_page(text: str) -> str:
    """A message for people on a page: it names what they can press there, where the command line is told a command."""
    text = told(text)
    for command, words in _COMMANDS:
        text = command.sub(words, text)
    return text


def without_ids(text: str) -> str:
    """A message for people on the page of what it is about: that stands there, so that its id says nothing more."""
    return _NODE.sub("this part", on_page(text))


def told(text: str) -> str:
    """A message without paths and addresses of the machine that the server runs on."""
    return _PATH.sub("(a file of this machine)", _ADDRESS.sub("the database", text))
