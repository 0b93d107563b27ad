"""Wrong next utterances, which a judge must rank below the true one before it judges anything.

Shuffled: the true one's sentences in another order. Negated: at least half of them turned into their opposite. Off stance:
what the other side said later in the same debate. All by a seed, so that every judge is tried on the same pairs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from foam_graph.evaluation.judging.negation import negated
from foam_graph.evaluation.material.debates import Context, Debate, contexts
from foam_graph.findings.debate.spoken import Spoken

Kind = Literal["shuffled", "negated", "off_stance"]
KINDS: tuple[Kind, ...] = ("shuffled", "negated", "off_stance")
PAIRS = 100
FEWEST_OF_A_KIND = 30
_ROUNDS = 12
_TRIES = 60
Maker: TypeAlias = Callable[[Context, Sequence[Spoken], random.Random], Spoken | None]


@dataclass(frozen=True)
class Trial:
    """One pair: a true next utterance and a wrong one.

    Attributes:
        kind: What is wrong with the other.
        context: Where, with the true one.
        wrong: The other, of the same turn and side.
    """

    kind: Kind
    context: Context
    wrong: Spoken


def trials(debates: Sequence[Debate], seed: int, pairs: int = PAIRS) -> tuple[Trial, ...]:
    """Pairs of all kinds in as equal numbers as can be; fewer where the debates do not give as many.

    Args:
        debates: Where from.
        seed: Which.
        pairs: How many.
    """
    wanted = {kind: pairs // len(KINDS) + (place < pairs % len(KINDS)) for place, kind in enumerate(KINDS)}
    return tuple(trial for kind in KINDS for trial in _first(_of_kind(kind, debates, seed), wanted[kind]))


def _of_kind(kind: Kind, debates: Sequence[Debate], seed: int) -> Iterator[Trial]:
    """Pairs of one kind without end of variety: each round goes through all contexts and makes another wrong one."""
    places = [(context, later) for one in debates for context, later in _places(one)]
    chance = random.Random(f"{seed}/{kind}")  # noqa: S311 - which pairs, no secret
    chance.shuffle(places)
    seen: set[tuple[Context, tuple[str, ...]]] = set()
    for _ in range(_ROUNDS):
        for context, later in places:
            wrong = _MAKERS[kind](context, later, chance)
            if wrong is None or (context, wrong.sentences) in seen:
                continue
            seen.add((context, wrong.sentences))
            yield Trial(kind, context, wrong)


def _places(debate: Debate) -> Iterator[tuple[Context, Sequence[Spoken]]]:
    return ((context, debate.spoken[len(context.history) + 1 :]) for context in contexts([debate]))


def _shuffled(context: Context, later: Sequence[Spoken], chance: random.Random) -> Spoken | None:
    """Another order in which no sentence follows the one that it followed."""
    del later
    sentences = context.following.sentences
    if len(set(sentences)) < 3:  # two in the other order may read as well
        return None
    for _ in range(_TRIES):
        order = list(range(len(sentences)))
        chance.shuffle(order)
        if all(after != before + 1 for before, after in pairwise(order)):
            return replace(context.following, sentences=tuple(sentences[place] for place in order))
    return None


def _negated(context: Context, later: Sequence[Spoken], chance: random.Random) -> Spoken | None:
    del later
    sentences = context.following.sentences
    turned = {place: other for place, one in enumerate(sentences) if (other := negated(one)) != one}
    least = max(1, (len(sentences) + 1) // 2)
    if len(turned) < least:
        return None
    chosen = set(chance.sample(sorted(turned), chance.randint(least, len(turned))))
    return replace(
        context.following,
        sentences=tuple(turned[place] if place in chosen else one for place, one in enumerate(sentences)),
    )


def _off_stance(context: Context, later: Sequence[Spoken], chance: random.Random) -> Spoken | None:
    """What the other side says later, as if it were said here: nothing that the judge has read already."""
    theirs = [one for one in later if one.side != context.following.side and one.sentences]
    return replace(context.following, sentences=chance.choice(theirs).sentences) if theirs else None


def _first(found: Iterator[Trial], count: int) -> list[Trial]:
    return [trial for _, trial in zip(range(count), found, strict=False)]


_MAKERS: dict[Kind, Maker] = {"shuffled": _shuffled, "negated": _negated, "off_stance": _off_stance}
