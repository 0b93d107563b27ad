"""What a side says, from a file: a text whose turns are parted by lines of ---, or a transcript."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from foam_graph.debate.speaking.others import AskedAgain
from foam_graph.debate.transcripts.reading import read_file
from foam_graph.errors import UsageError
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.findings.debate.spoken import SIDES, Side, Spoken
from foam_graph.reasoning.debating.speech import Speech

_PARTED = re.compile(r"^\s*-{3,}\s*$", re.MULTILINE)
_MOST = 5 * 2**20
_TRANSCRIPTS = frozenset({".json", ".jsonl"})


class TurnFile:
    """A file with the turns of one side.

    Args:
        path: The file: ``.json`` or ``.jsonl`` for a transcript, of which the speeches of the side are taken; else text.

    Raises:
        UsageError: It cannot be read, or is empty.
        CorpusError: It is no transcript, although its name says so.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._transcript = path.suffix.lower() in _TRANSCRIPTS
        self._turns: dict[str, list[str]] = {}
        if self._transcript:
            for one in read_file(path)[0].utterances:
                self._turns.setdefault(one.side, []).append(one.text)
        else:
            self._turns = {side: list(parted(path)) for side in SIDES}

    def must_speak(self, side: Side) -> None:
        """Refuses a file without a turn of a side.

        Raises:
            UsageError: There is none.
        """
        if not self._turns.get(side):
            others = ", ".join(sorted(self._turns)) or "nobody"
            told = f"{self.path} has no turn for {side}: {others} speaks in it"
            raise UsageError(told, f"Give a transcript in which {side} speaks, or the other --side.")

    @property
    def origin(self) -> Literal["person", "transcript"]:
        """Who said it."""
        return "transcript" if self._transcript else "person"

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        """What the file has for a turn.

        Raises:
            UsageError: It ends before that turn.
        """
        del history
        turns = self._turns.get(speech.side, [])
        if place > len(turns):
            raise UsageError(
                f"{self.path} ends early: it has {len(turns)} turn{'s' if len(turns) != 1 else ''} for {speech.side}, and "
                f"turn {speech.turn} ({speech.stage}) is the side's turn {place}.",
                "Add it to the file.",
            )
        return turns[place - 1]

    def again(self, asked: AskedAgain) -> str:
        """What the file has for a turn that was spoken before; the same words let it stand.

        Raises:
            UsageError: It ends before that turn.
        """
        return self.words(asked.speech, asked.place, asked.history)


@dataclass(frozen=True)
class TurnsGiven:
    """A person's words for some turns, by their numbers.

    Attributes:
        turns: The words.
    """

    turns: Mapping[int, str]
    origin: Literal["person", "transcript"] = "person"

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        """What was given for a turn.

        Raises:
            UsageError: Nothing was.
        """
        del place, history
        if speech.turn not in self.turns:
            raise UsageError(f"nothing was given for turn {speech.turn} ({speech.stage})", "Give its words as well.")
        return self.turns[speech.turn]

    def again(self, asked: AskedAgain) -> str | None:
        """What was given for a turn that was spoken before; None leaves it open."""
        return self.turns.get(asked.speech.turn)


def _text(path: Path) -> str:
    try:
        text = read_bounded(path, _MOST).decode("utf-8-sig")
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", "Give a text file with the turns.") from None
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 at byte {fault.start}", "Give the turns as UTF-8 text.") from None
    if "\x00" in text:
        raise UsageError(f"{path} is no text: it holds bytes of value 0", "Give the turns as UTF-8 text.")
    return text


def parted(path: Path) -> tuple[str, ...]:
    """The turns of a text file, parted by lines of ---.

    Raises:
        UsageError: It cannot be read, or is empty.
    """
    found = tuple(part.strip() for part in _PARTED.split(_text(path)) if part.strip())
    if not found:
        raise UsageError(f"{path} holds no turn", "Write what is said, turns parted by lines of ---.")
    return found
