"""What servers tell of errors to whoever asks them: nothing of the machine that they run on."""

from __future__ import annotations

import re

_PATH = re.compile(r"(?<![\w:/.<])(?:[A-Za-z]:\\|~?/)[^\s'\"<>|:;,]*[/\\][^\s'\"<>|:;,]*")
"""What looks like a path of the machine: two parts or more, beginning at a root."""
_ADDRESS = re.compile(r"\b(?:bolt|neo4j)(?:\+s(?:sc)?)?://\S+")


_NODE = re.compile(r"\b[a-z][\w.]*-\d+-\d+\b")
_RESUME = re.compile(r"foam resume \S+")
TAKE_UP = "“Take it up where it stands”"
"""What a page calls the button that does what ``foam resume`` does."""


def without_ids(text: str) -> str:
    """A message for people on a page: the part that it is about stands there, so that its id says nothing more."""
    return _NODE.sub("this part", _RESUME.sub(TAKE_UP, told(text)))


def told(text: str) -> str:
    """A message without paths and addresses of the machine that the server runs on."""
    return _PATH.sub("(a file of this machine)", _ADDRESS.sub("the database", text))
