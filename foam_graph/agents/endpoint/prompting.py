"""From a request to chat messages: instructions from prompt files, data in a fence, never one inside the other.

A prompt file is Markdown under a YAML header (``summary``, ``placeholders``). Its placeholders take names that the
program itself chose, such as the role. What a document, a person or a model wrote reaches a model only as JSON between
two marker lines, the last of which carries the hash of what they enclose, so no text can contain its own end (protocol 9.1).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pydantic import BaseModel, ConfigDict

from foam_graph.agents.protocol import AnswerT, Request
from foam_graph.errors import DataFileError
from foam_graph.resources import load_yaml

Message = dict[str, str]

_PREAMBLE = "_system"
_CASE_PREAMBLE = "_case_system"
_REPAIR = "_repair"
_TASK_NAME = re.compile(r"_?[a-z][a-z0-9_]{0,63}")
_PLAIN_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9 _-]{0,63}")
_PLACEHOLDER = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")
_HEADER = re.compile(r"\A---\r?\n(.*?\n)---\r?\n(.*)\Z", re.DOTALL)
_MAX_QUOTED_ANSWER = 20_000


class PromptHeader(BaseModel):
    """The header of a prompt file.

    Attributes:
        summary: One line on what the prompt asks for.
        placeholders: Names that the text uses as ``{{ name }}``.
        preamble: Prompt that goes before it, of a task without a case file.
        case_preamble: The same of a task over a case file.
        opens: Fields of the input that stand before the task's own text, lists item by item, so that the calls of one debate
            begin with the same bytes and endpoints can keep them; a dotted name is a field of a field.
        shares: Fields of the input of a task over a case file that stand between the file and the task's own text: other tasks of
            the round are given the same.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    summary: str
    placeholders: tuple[str, ...] = ()
    preamble: str = _PREAMBLE
    case_preamble: str = _CASE_PREAMBLE
    opens: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """One prompt file.

    Attributes:
        path: Where it was read, for messages.
        header: Its header.
        text: Its Markdown below the header.
    """

    path: str
    header: PromptHeader
    text: str

    def fill(self, values: Mapping[str, str]) -> str:
        """The text with its placeholders replaced, in one pass: a value is never searched for placeholders.

        Args:
            values: Names that the program chose; letters, digits, spaces, ``_`` and ``-`` only.

        Raises:
            DataFileError: A placeholder has no value, or a value that is more than a plain name.
        """

        def replace(match: re.Match[str]) -> str:
            value = values.get(match[1])
            if value is None or not _PLAIN_WORDS.fullmatch(value):
                fault = "has no value" if value is None else f"may only take a plain name, not {value[:60]!r}"
                raise DataFileError(self.path, 0, f"placeholder {match[1]!r} {fault}")
            return value

        return _PLACEHOLDER.sub(replace, self.text).strip()


def load_prompt(name: str, folder: Traversable | None = None) -> Prompt:
    """Reads one prompt file.

    Args:
        name: File name without ``.md``, e.g. ``argue``.
        folder: Folder looked into first; the prompts shipped with the package come second.

    Raises:
        DataFileError: No such prompt, not readable, or a header that does not fit the text.
    """
    if not _TASK_NAME.fullmatch(name):
        raise DataFileError(f"{name[:80]!r}", 0, "is not a prompt name", "Name a prompt in lower case letters and _.")
    own = _in(folder, name) if folder is not None else None
    found = own or _shipped(name)
    if found is None:
        raise DataFileError(f"{name}.md", 0, "there is no such prompt file", "Add the file or correct the task's name.")
    return found


@lru_cache(maxsize=256)
def _shipped(name: str) -> Prompt | None:
    """A prompt of the package: it is the same for every call, of which a debate makes hundreds."""
    return _in(files(__package__).joinpath("prompts"), name)


def _in(folder: Traversable, name: str) -> Prompt | None:
    file = folder.joinpath(f"{name}.md")
    return _parse(str(file), _read(file)) if file.is_file() else None


def render(request: Request[AnswerT], folder: Traversable | None = None) -> list[Message]:
    """The system and the user message of a request.

    Args:
        request: What is asked; only its role enters the instructions, its input is fenced data.
        folder: Folder of prompt files that go before the shipped ones.

    Raises:
        DataFileError: The task has no prompt file, or one that is wrong.
    """
    names = {"role": request.role}
    if request.case is not None:
        # What all calls of a run share comes first, byte for byte: no role, no task before it (decision 0018).
        own = load_prompt(request.task, folder)
        shared = load_prompt(own.header.case_preamble, folder).fill({"end": request.case.end})
        data = request.input.model_dump(mode="json", exclude_defaults=True, exclude=set(request.case.holds))
        # What several tasks of a round read alike stands before the task, so that it goes on with what they share.
        opening = [_line_of({name: data.pop(name)}) for name in own.header.shares if name in data]
        told = [request.case.text, *opening, own.fill(names), _line_of(data)]
        return [{"role": "system", "content": shared}, {"role": "user", "content": "\n\n".join(told)}]
    task = load_prompt(request.task, folder)
    if task.header.opens:
        return _opened(request, task, load_prompt(task.header.preamble, folder).fill(names))
    instructions = [load_prompt(task.header.preamble, folder).fill(names), task.fill(names)]
    return [
        {"role": "system", "content": "\n\n".join(instructions)},
        {"role": "user", "content": fence(request.input.model_dump(mode="json"))},
    ]


def _opened(request: Request[AnswerT], task: Prompt, shared: str) -> list[Message]:
    """The messages of a task that begins with what its debate's other calls begin with: no role, no task before it."""
    data = request.input.model_dump(mode="json", exclude_defaults=True)
    opening: list[str] = []
    for path in task.header.opens:
        *above, name = path.split(".")
        place = data
        for step in above:
            place = place[step]
        # What is empty is said with the task's own data.
        value = place.pop(name) if place.get(name) else None
        items = value if isinstance(value, list) else [value] if value is not None else []
        opening += [fence({name: item}, compact=True) for item in items]
    own = [task.fill({"role": request.role}), fence(data, compact=True)]
    return [{"role": "system", "content": shared}, {"role": "user", "content": "\n\n".join([*opening, *own])}]


def render_repair(bad_answer: str, faults: object, folder: Traversable | None = None) -> list[Message]:
    """The messages that ask once more: the bad answer as the model's own turn, then the faults as fenced data.

    Args:
        bad_answer: What the model wrote; cut at 20,000 characters.
        faults: JSON-able list of what was wrong.
        folder: Folder of prompt files that go before the shipped ones.

    Raises:
        DataFileError: The repair prompt is missing or wrong.
    """
    ask = f"{load_prompt(_REPAIR, folder).fill({})}\n\n{fence(faults)}"
    said = bad_answer[:_MAX_QUOTED_ANSWER].strip() or "(no answer)"
    return [{"role": "assistant", "content": said}, {"role": "user", "content": ask}]


def with_schema(messages: list[Message], schema: Mapping[str, Any]) -> list[Message]:
    """The messages with the answer's JSON schema added, for endpoints that take no schema of their own."""
    ask = f"Answer with one JSON object that fits the JSON schema between these marker lines:\n\n{fence(schema)}"
    return [*messages[:-1], {**messages[-1], "content": f"{messages[-1]['content']}\n\n{ask}"}]


def fence(data: object, *, compact: bool = False) -> str:
    """Data as one JSON document between two marker lines that carry the first 128 bits of its SHA-256.

    Args:
        data: JSON-able.
        compact: Without spaces and line breaks, which cost tokens.

    Characters that JSON allows but UTF-8 does not (lone surrogates) are written as escapes.
    """
    body, boundary = _fenced(data, compact)
    return f"<<<data {boundary}\n{body}\ndata {boundary}>>>"


def _line_of(data: object) -> str:
    """Data on one line between two marker lines, of which only the last carries the hash.

    What comes before the hash is the same for calls whose data begins alike, so that endpoints can keep it: a critic's
    arguments for the next critic, a wording's results for the next wording. A JSON text has no line break, so that
    nothing in it can be a line of its own.
    """
    body, boundary = _fenced(data, compact=True)
    return f"<<<data\n{body}\ndata {boundary}>>>"


def _fenced(data: object, compact: bool) -> tuple[str, str]:
    form: dict[str, Any] = {"separators": (",", ":")} if compact else {"indent": 1}
    body = json.dumps(data, ensure_ascii=False, allow_nan=False, **form)
    body = body.encode("utf-8", "backslashreplace").decode("utf-8")
    return body, hashlib.sha256(body.encode("utf-8")).hexdigest()[:32]


def _read(file: Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise DataFileError(str(file), 0, f"cannot be read: {fault}") from None


def _parse(path: str, content: str) -> Prompt:
    match = _HEADER.match(content)
    if not match:
        raise DataFileError(path, 1, "a prompt file starts with a YAML header between two lines of ---")
    # One empty line stands for the opening ---, so that faults name the file's own lines.
    header = load_yaml(path, PromptHeader, "\n" + match[1])
    for number, line in enumerate(content.splitlines(), 1):
        for used in _PLACEHOLDER.finditer(line):
            if used[1] not in header.placeholders:
                raise DataFileError(path, number, f"placeholder {used[1]!r} is not declared in the header")
    text = match[2].strip()
    if not text:
        raise DataFileError(path, 0, "has no text below its header")
    return Prompt(path, header, text)
