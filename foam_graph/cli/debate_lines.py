"""A debate in lines, for people: motion, utterances, ballot. Reading one needs nothing of what argues it."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.app.debated import Debate, DebateUtterance


def utterance_lines(one: DebateUtterance) -> Iterator[str]:
    """One utterance for people, with its sources and what was found wrong with it."""
    yield f"{one.turn}. {one.speaker.upper()} ({one.side}, {one.stage}){_mark(one)}"
    for sentence in one.sentences:
        unsourced = "" if sentence.supported is not False else "  [no source for what it says]"
        yield f"  {sentence.text}{unsourced}"
    if sources := list(dict.fromkeys(title for sentence in one.sentences for title in sentence.sources)):
        yield f"  Sources: {'; '.join(sources)}"
    # Nobody mends what a person said, or what was taken over from a transcript.
    found = "Not mended" if one.origin == "agent" else "Its judge says"
    for fault in (*one.faults, *([one.feedback] if one.feedback else [])):
        yield f"  {found}: {fault}"
    for words in one.copied:
        yield f"  Stands so in memory: {words}"
    if one.earlier:
        yield f"  Said anew after {', '.join(one.anew_for) or 'a ruling was overturned'}; before: foam show {one.earlier[0]}"
    if one.before_turns:
        stands = "; its speaker let it stand" if one.let_stand else ""
        yield f"  Said before turn {', '.join(map(str, one.before_turns))} was said anew{stands}"
    if one.asked:
        yield f"  Its speaker is asked whether it stands: {one.asked}"
    yield ""


def _mark(one: DebateUtterance) -> str:
    return "" if one.accepted is not False else " NOT ACCEPTED BY ITS JUDGE"


def debate_lines(found: Debate) -> Iterator[str]:
    """A debate for people: the motion, what was said, the ballot."""
    yield f"Motion: {found.motion}"
    yield ""
    for one in found.utterances:
        yield from utterance_lines(one)
    yield from ballot_lines(found)


def ballot_lines(found: Debate) -> Iterator[str]:
    """How a debate ended, for people."""
    if found.ballot is not None:
        dimensions = ", ".join(f"{name} {side}" for name, side in found.ballot.dimensions.items())
        yield f"BALLOT: {found.ballot.winner} ({dimensions})"
        yield f"  {found.ballot.reasons}"
    elif found.finished:
        yield "No valid ballot came."
    else:
        yield f"Unfinished: {len(found.utterances)} of {found.turns} turns. Go on with: foam resume {found.run}"
    yield found.marking
    yield f"Run {found.run}. Look into it: foam show {found.run}"
