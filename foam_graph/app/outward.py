"""What servers tell of errors to whoever asks them: nothing of the machine that they run on."""

from __future__ import annotations

import re

_PATH = re.compile(r"(?<![\w:/.<])(?:[A-Za-z]:\\|~?/)[^\s'\"<>|:;,]*[/\\][^\s'\"<>|:;,]*")
"""What looks like a path of the machine: two parts or more, beginning at a root."""
_ADDRESS = re.compile(r"\b(?:bolt|neo4j)(?:\+s(?:sc)?)?://\S+")


def told(text: str) -> str:
    """A message without paths and addresses of the machine that the server runs on."""
    return _PATH.sub("(a file of this machine)", _ADDRESS.sub("the database", text))
