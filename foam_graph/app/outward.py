"""What servers tell of errors to whoever asks them: nothing of the machine that they run on."""

from __future__ import annotations

import re

_PATH = re.compile(r"(?<![\w:/.<])(?:[A-Za-z]:\\|~?/)[^\s'\"<>|:;,]*[/\\][^\s'\"<>|:;,]*")
"""What looks like a path of the machine: two parts or more, beginning at a root."""
_ADDRESS = re.compile(r"\b(?:bolt|neo4j)(?:\+s(?:sc)?)?://\S+")


_NODE = re.compile(r"\b[a-z][\w.]*-\d+-\d+\b")
TAKE_UP = "“Take it up where it stands”"
"""What a page calls the button that does what ``foam resume`` does."""
_OPERATOR = "Whoever runs this server"
_WAIT = f"Try again in a minute. If it stays so, tell it to {_OPERATOR.lower()}."
_COMMANDS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"If foam runs lists it\b", "If it stands in the list of runs"),
        (r"foam resume \S+", TAKE_UP),
        (r"List (?:runs|debates|them)(?: with)?:? `?foam runs`?\.?", "See the list of runs and debates."),
        (r"Load (?:documents|some) with:? `?foam load PATH --corpus NAME`?\.?", "Upload documents."),
        (r"Load the document again: foam load PATH --corpus NAME", "Upload the document again."),
        (r"Ask anew with: foam ask\b", "Ask anew."),
        (r"Build it: foam memory build \S+ PATH…", "See the list of memories."),
        (r"Add debates: foam memory build \S+ PATH…", f"{_OPERATOR} can add debates to it."),
        (r"List them: foam memory show \S+", "See the page of the memory."),
        (r"Make one: foam experiment preference --form FILE\.html", "See the list of forms about debates."),
        (r"Make it on the command line: foam sheet \S+", f"{_OPERATOR} can make it."),
        (r"List its documents with `foam documents --corpus \S+`\.?", "See the page of the corpus."),
        (r"See: foam documents\b", "See the page of the corpus."),
        (r"Compare the runs: foam diff \S+ \S+", "Compare the runs: choose the other one on the page of a run."),
        (r"Before and after: foam diff \S+ \S+", "See the versions."),
        (r"; foam show lists them\b", ""),
        (r"(Challenge what holds now): foam challenge \S+ --kind \S+ --grounds TEXT", r"\1."),
        (
            r"Give a path, or an id as `foam documents` and `foam show` print it\.",
            "Give a file, or an id as pages show it.",
        ),
        (r", as foam show prints it\b", ""),
        (r"(?:Find it|Check the id) with `foam show`\.", "Follow a link to it, or correct the id."),
        (r"Run `foam verify`: what is not whole", "See the ledger: what is not whole"),
        (r"Run `foam verify`(?:\.|(?=;))", "See the ledger: it verifies everything."),
        (r"See how far the chain goes with: foam runs\b", "See in the ledger how far the chain goes."),
        (r"(Choose perspectives of .+?|Add another one): foam perspectives list\b", r"\1."),
        (r"Name a value as `foam perspectives show` prints it\.", "Name a value as its page does."),
        (r" a ruling is appealed with: foam rule CHALLENGE --appeal\b", " a ruling is appealed on its own page"),
        (
            r"Ask for more with --rows, or narrow it with a parameter \(foam query --list\)\.",
            "Narrow it with a parameter.",
        ),
        (r"Add --internal .*: foam query --list\b", "See the list of questions."),
        (r"Use foam ingest, .*, or load it in parts\.", f"Load it in parts, or ask {_OPERATOR.lower()}."),
        (r"; see `foam why \S+`\.", "; see its page."),
        (r"(?:Start it with: foam up\b|Run `foam up`\.)", f"Tell it to {_OPERATOR.lower()}."),
        (r"It may still be starting: foam up waits for it\. If it stays silent: .*", _WAIT),
        (r"Try again once foam rebuild has ended; where none runs: foam up\b", _WAIT),
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
