"""Debates that were held, read for a test or as memory."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.debate.transcripts.reading import read_file
from foam_graph.debate.transcripts.transcript import Utterance
from foam_graph.errors import CorpusError
from foam_graph.findings.debate.spoken import SIDES, Side, Spoken

_ENDINGS = frozenset({".json", ".jsonl", ".md", ".txt"})
_ABOUT = "readme"
_COUNTED = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff]|[^\W_\u3400-\u4dbf\u4e00-\u9fff](?:[^\s\u3400-\u4dbf\u4e00-\u9fff]*[^\W_\u3400-\u4dbf\u4e00-\u9fff])?"
)


@dataclass(frozen=True)
class Debate:
    """One debate.

    Attributes:
        name: Its name, or that of its file.
        motion: What is debated.
        sha256: SHA-256 (hex) of the bytes it was read from; empty where it has none.
        spoken: Its utterances, in order.
    """

    name: str
    motion: str
    sha256: str
    spoken: tuple[Spoken, ...]


@dataclass(frozen=True)
class Context:
    """A point in a debate: what was said, and what was said next.

    Attributes:
        debate: Name of the debate.
        motion: What is debated.
        history: What was said so far; empty at the opening.
        following: What was said next.
    """

    debate: str
    motion: str
    history: tuple[Spoken, ...]
    following: Spoken


def read_debates(paths: Sequence[Path]) -> tuple[Debate, ...]:
    """Debates from files and folders of transcripts, in the order of their paths.

    Args:
        paths: Files, and folders whose ``.md``, ``.txt``, ``.json`` and ``.jsonl`` files are read, apart from a README.

    Raises:
        CorpusError: A file is no transcript or states no motion, a folder holds none, or nothing was named.
    """
    files = [file for path in paths for file in _files(path)]
    if not files:
        raise CorpusError("no debate was named", "Give files or folders of transcripts.")
    return tuple(_debate(file) for file in dict.fromkeys(files))


def contexts(debates: Sequence[Debate], *, opening: bool = True) -> tuple[Context, ...]:
    """Every point of some debates at which somebody speaks next.

    Args:
        debates: Where.
        opening: Whether the first utterance counts, before which nothing was said.
    """
    return tuple(
        Context(one.name, one.motion, one.spoken[:place], one.spoken[place])
        for one in debates
        for place in range(0 if opening else 1, len(one.spoken))
    )


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of what somebody says, each on one line."""
    return tuple(" ".join(text[start:end].split()) for start, end in segment(text).spans)


def length_of(*spoken: Spoken) -> int:
    """Words of some utterances; in Chinese a character counts as one."""
    return sum(len(_COUNTED.findall(one.text)) for one in spoken)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(
        one
        for one in path.iterdir()
        if one.suffix.lower() in _ENDINGS and one.stem.casefold() != _ABOUT and one.is_file()
    )
    if not found:
        raise CorpusError(f"{path} holds no transcript", f"Give files that end in {', '.join(sorted(_ENDINGS))}.")
    return found


def _debate(path: Path) -> Debate:
    transcript, _ = read_file(path)
    motion = " ".join(transcript.occasion.topic.split())
    if not motion:
        raise CorpusError(f"{path} states no motion", "Add a line such as: Motion: The town should …")
    spoken = tuple(_spoken(one, side) for one in transcript.utterances for side in SIDES if one.side == side)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Debate(transcript.occasion.name or path.stem, motion, digest, spoken)


def _spoken(one: Utterance, side: Side) -> Spoken:
    return Spoken(one.turn, one.speaker, side, one.stage, sentences_of(one.text))
