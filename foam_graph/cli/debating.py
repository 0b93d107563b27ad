"""The verb of the debate room: debate."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from foam_graph.app import debating
from foam_graph.app.asking import resumable
from foam_graph.app.debated import DebateUtterance
from foam_graph.cli.debate_lines import ballot_lines, utterance_lines
from foam_graph.cli.output import clean, emit
from foam_graph.cli.sessions import Json, opened, text_or_stdin
from foam_graph.cli.verbs import verb
from foam_graph.debate.speaking.formats import STANDARD
from foam_graph.debate.speaking.others import AskedAgain
from foam_graph.errors import UsageError
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.speech import Speech


class Terminal:
    """A person at the terminal: a turn ends with an empty line, or with the input."""

    origin: Literal["person"] = "person"

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        """Asks for a turn.

        Raises:
            UsageError: The input ended before it.
        """
        del place, history
        if sys.stderr.isatty():
            sys.stderr.write(f"\n{_called(speech)}. End with an empty line.\n")
        if not (text := _typed()):
            told = f"the input ended before turn {speech.turn} ({speech.stage})"
            raise UsageError(told, "Speak it when the debate is resumed.")
        return text

    def again(self, asked: AskedAgain) -> str | None:
        """Asks whether a turn stands; ``stands`` alone lets it stand, the end of the input leaves it open."""
        if sys.stderr.isatty():
            told = clean(f"{_called(asked.speech)}: {asked.why}.\n  You said: {asked.said}")
            sys.stderr.write(
                f"\n{told}\nSay it anew, or type {STANDS}. End with an empty line, or leave it open with Ctrl-D.\n"
            )
        text = _typed()
        return asked.said if text.strip(" .").lower() == STANDS else text or None


STANDS = "stands"
"""What a person types at a turn that is to stay as it is."""


def _called(speech: Speech) -> str:
    return f"Turn {speech.turn}, {speech.speaker} ({speech.stage}, {speech.minutes:g} minutes, {speech.words} words)"


def _typed() -> str:
    """What is typed up to an empty line, or the end of the input."""
    lines: list[str] = []
    for line in sys.stdin:
        if not line.strip() and lines:
            break
        lines += [line.strip()] if line.strip() else []
    return " ".join(lines)


@verb(
    'foam debate "The Federation should establish a coastal early-warning network." --corpus debate',
    'foam debate "The town should sell its library." --corpus town --side con --opponent human',
    'foam debate "The town should sell its library." --side pro --opponent turns.txt --rounds 4 --json',
)
def debate(
    motion: Annotated[str, typer.Argument(help="The motion; - reads standard input.")],
    corpus: Annotated[str, typer.Option("--corpus", help="Corpus whose sentences may be cited.")] = "",
    memory: Annotated[str, typer.Option("--memory", help="Memory of earlier debates that is recalled from.")] = "",
    rounds: Annotated[int, typer.Option("--rounds", help="Stages; the format's own number if not given.")] = 0,
    side: Annotated[str, typer.Option("--side", help="What the R-Debater speaks for: pro, con or both.")] = "both",
    opponent: Annotated[
        str,
        typer.Option("--opponent", help="Who speaks for the other side: r-debater, baseline, human, or a file."),
    ] = "r-debater",
    format_: Annotated[str, typer.Option("--format", help="standard, policy or short.")] = STANDARD,
    agents: Annotated[str, typer.Option("--agents", help="offline (rules, no network) or llm.")] = "offline",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same offline debate.")] = 0,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="Leave out modification, logic, schemes or drafts; repeatable."),
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option("--openings", help="File with what is said at the first turns, parted by lines of ---."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Hold a debate on a motion, with a ballot at the end.

    Whatever is said as a fact cites sentences of the corpus. What a judge did not accept is spoken all the same and marked.
    The exit code is 0 when the debate was held to its end; one that is cut short keeps what was said: foam resume RUN goes on.
    """
    wanted = debating.Motion(
        text=text_or_stdin(motion, "the motion"),
        corpus=corpus,
        memory=memory,
        rounds=rounds,
        side=side,
        opponent=opponent,
        format=format_,
        agents=agents,
        seed=seed,
        without=tuple(without or ()),
        openings=openings,
    )
    if motion == "-" and opponent == "human":
        raise UsageError("standard input cannot hold both the motion and a person's turns", "Give the motion itself.")
    with opened(as_json) as session:
        run = debating.begin(session, wanted)
        if not as_json and sys.stderr.isatty():
            sys.stderr.write(f"Debate {run}; if it is cut short: foam resume {run}\n")
        with resumable(run):
            found = debating.finish(session, run, streamed(as_json), Terminal())
    emit(found, as_json, ballot_lines)


def streamed(as_json: bool) -> Callable[[DebateUtterance], None] | None:
    """Writes each utterance as soon as it is said, for people."""
    if as_json:
        return None

    def write(utterance: DebateUtterance) -> None:
        sys.stdout.write("".join(f"{clean(line)}\n" for line in utterance_lines(utterance)))
        sys.stdout.flush()

    return write
