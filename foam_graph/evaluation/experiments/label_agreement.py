"""How far two readers agree on schemes and marks, and how far an annotator agrees with each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from foam_graph.agents.protocol import Agent, Answer, AnswerT, Failed, Request
from foam_graph.errors import UsageError
from foam_graph.evaluation.experiments.alignment import Annotation
from foam_graph.evaluation.experiments.label_form import LabelItem
from foam_graph.evaluation.statistics.correlation import kendall
from foam_graph.evaluation.statistics.kappa import cohen_kappa, kappa_macro, kappa_micro
from foam_graph.evaluation.statistics.label_sets import Pair, mean_jaccard
from foam_graph.evaluation.tables import Table
from foam_graph.findings.debate.qualities import VALUES
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.reasoning.debating.labelling import admitted_uses, annotate_request, rated_labels, score_request

_MOST_NAMED = 5


def annotate_items(items: Sequence[LabelItem], agent: Agent, seed: int = 0) -> tuple[Annotation, tuple[str, ...]]:
    """What an annotator says of items, as it says it of utterances of a memory, and of which it gave no usable answer.

    Args:
        items: What is labelled.
        agent: Who labels.
        seed: Of the run.

    Raises:
        LlmError: The agent cannot be asked any more.
    """
    found = _answers(agent, [annotate_request(one.motion, one.spoken, seed) for one in items])
    uses = [admitted_uses(got.value, one.spoken)[0] if got else [] for one, got in zip(items, found, strict=True)]
    rated = [(one, kept) for one, kept in zip(items, uses, strict=True) if kept]
    scores = _answers(agent, [score_request(one.motion, one.spoken, kept, seed) for one, kept in rated])
    marks: dict[tuple[str, str], int] = {}
    for (one, kept), got in zip(rated, scores, strict=True):
        for label in rated_labels(kept, got.value, 1)[0] if got else ():
            marks[one.item, label.use.scheme] = VALUES[label.rated.overall]
    failed = tuple(one.item for one, got in zip(items, found, strict=True) if got is None)
    given = {one.item: frozenset(use.scheme for use in kept) for one, kept in zip(items, uses, strict=True)}
    return Annotation({item: frozenset(map(str, names)) for item, names in given.items()}, marks), failed


def _answers(agent: Agent, asked: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | None]:
    found = agent.answer_many(asked)
    for one in found:
        if isinstance(one, Failed) and not one.alone:
            raise one.error
    return [one if isinstance(one, Answer) else None for one in found]


def constants(readers: Sequence[Annotation]) -> dict[str, Annotation]:
    """Annotators that look at nothing: one that always names the most frequent scheme, one that always names all.

    Both mark everything good.

    Args:
        readers: Whose labels say which scheme is the most frequent.
    """
    counts = Counter(name for one in readers for names in one.schemes.values() for name in names)
    most = max(SCHEME_IDS, key=lambda name: counts[name])
    return {f"always {most}": _always(readers[0], (most,)), "always all seven": _always(readers[0], SCHEME_IDS)}


def _always(like: Annotation, names: Sequence[str]) -> Annotation:
    good = {(item, name): VALUES["good"] for item in like.schemes for name in names}
    return Annotation(dict.fromkeys(like.schemes, frozenset(names)), good)


def readers_table(one: Annotation, other: Annotation) -> Table:
    """How far two readers agree: kappa by scheme, over all decisions and on average, and their marks.

    Raises:
        UsageError: They did not label the same items.
    """
    _same(one, other)
    pairs = _pairs(one, other)
    rows: list[tuple[str, float | int | None, float | int | None, float | None]] = []
    for name in SCHEME_IDS:
        first, second = [name in a for a, _ in pairs], [name in b for _, b in pairs]
        rows.append((name, sum(first), sum(second), cohen_kappa(first, second)))
    macro = kappa_macro(pairs, SCHEME_IDS)
    rows.append(("all decisions (micro)", _count(one), _count(other), kappa_micro(pairs, SCHEME_IDS)))
    rows.append(("mean over schemes (macro)", None, None, macro.value))
    marks = [key for key in sorted(one.qualities) if key in other.qualities]
    told = [
        f"{len(pairs)} items; equal sets of schemes in {sum(a == b for a, b in pairs)}; Jaccard {mean_jaccard(pairs) or 0.0:.3f}.",
        f"Marks of {len(marks)} labels that both gave: tau-b {_shown(_tau(one, other, marks))}.",
    ]
    if macro.undefined:
        told.append(f"Left out of the mean, given always or never: {', '.join(map(str, macro.undefined))}.")
    return Table("Two readers", ("scheme", "reader 1", "reader 2", "kappa"), tuple(rows), tuple(told))


def annotators_table(found: Mapping[str, Annotation], readers: Sequence[Annotation]) -> Table:
    """Annotators held against each reader, the figures averaged; the second reader against the first as a measure.

    Macro-F1 and macro precision are means over the seven schemes, 0 where a scheme was never right. tau-b is that of marks
    (none 0, poor 1 to excellent 4) over the items, scheme by scheme, averaged over the schemes that readers gave; where an
    annotator's marks of a scheme do not vary it has none, which counts as 0.

    Raises:
        UsageError: They did not label the same items.
    """
    rows = []
    for name, one in [*found.items(), ("reader 2 against reader 1", readers[1])]:
        against = readers[:1] if one is readers[1] else readers
        for reader in against:
            _same(one, reader)
        both = [(_f1_and_precision(_pairs(one, reader)), _tau_by_scheme(one, reader)) for reader in against]
        f1 = _mean([_mean([scores[0] for scores in table.values()]) for table, _ in both])
        precision = _mean([_mean([scores[1] for scores in table.values()]) for table, _ in both])
        accuracy = _mean([mean_jaccard(_pairs(one, reader)) or 0.0 for reader in against])
        tau = _mean([_mean([value or 0.0 for value in taus.values()]) for _, taus in both])
        flat = all(value is None for _, taus in both for value in taus.values())
        rows.append((name, f1, precision, accuracy, None if flat else tau))
    constant = [row[0] for row in rows if row[4] is None]
    told = ["Each figure is the mean of that against the one reader and that against the other."]
    if constant:
        told.append(f"No tau-b, so failed as scorers, since their marks never vary: {', '.join(constant)}.")
    headings = ("annotator", "macro-F1", "macro precision", "Jaccard", "tau-b of marks")
    return Table("Annotators against the readers", headings, tuple(rows), tuple(told))


def schemes_table(name: str, found: Annotation, readers: Sequence[Annotation]) -> Table:
    """Precision, recall and F1 of an annotator by scheme, against each reader, averaged.

    Raises:
        UsageError: They did not label the same items.
    """
    for reader in readers:
        _same(found, reader)
    tables = [_f1_and_precision(_pairs(found, reader)) for reader in readers]
    rows = tuple(
        (
            scheme,
            sum(scheme in one for one in found.schemes.values()),
            _mean([sum(scheme in one for one in reader.schemes.values()) for reader in readers]),
            *(_mean([table[scheme][place] for table in tables]) for place in (1, 2, 0)),
        )
        for scheme in SCHEME_IDS
    )
    headings = ("scheme", "annotated", "by readers, mean", "precision", "recall", "F1")
    return Table(f"{name}, scheme by scheme", headings, rows)


def only(found: Annotation, items: Sequence[LabelItem], whose: str) -> Annotation:
    """Labels of the items of a form.

    Raises:
        UsageError: One is missing; names some.
    """
    lacking = [one.item for one in items if one.item not in found.schemes]
    if lacking:
        told = ", ".join(lacking[:_MOST_NAMED])
        raise UsageError(
            f"{whose} has no labels of {len(lacking)} of {len(items)} items: {told}",
            'Label every item; one without a scheme is {"item": …, "schemes": {}}.',
        )
    wanted = {one.item for one in items}
    return Annotation(
        {item: names for item, names in found.schemes.items() if item in wanted},
        {key: mark for key, mark in found.qualities.items() if key[0] in wanted},
    )


def _f1_and_precision(pairs: Sequence[Pair]) -> dict[str, tuple[float, float, float]]:
    """F1, precision and recall of each scheme."""
    told = {}
    for name in SCHEME_IDS:
        right = sum(name in a and name in b for a, b in pairs)
        given, there = sum(name in a for a, _ in pairs), sum(name in b for _, b in pairs)
        f1 = 2 * right / (given + there) if given + there else 0.0
        told[str(name)] = (f1, right / given if given else 0.0, right / there if there else 0.0)
    return told


def _tau_by_scheme(found: Annotation, reader: Annotation) -> dict[str, float | None]:
    """Tau-b over the items of each scheme that the reader's marks tell items apart by."""
    items = sorted(reader.schemes)
    taus = {}
    for name in SCHEME_IDS:
        wanted = [_mark(reader, item, name) for item in items]
        if len(set(wanted)) > 1:
            taus[str(name)] = kendall([_mark(found, item, name) for item in items], wanted)
    return taus


def _mark(one: Annotation, item: str, name: str) -> float:
    """0 where the scheme was not given; where it was and its quality left open, the middle of poor to excellent."""
    if name not in one.schemes[item]:
        return 0.0
    return float(one.qualities.get((item, name), 2.5))


def _tau(one: Annotation, other: Annotation, keys: Sequence[tuple[str, str]]) -> float | None:
    return kendall([float(one.qualities[key]) for key in keys], [float(other.qualities[key]) for key in keys])


def _pairs(one: Annotation, other: Annotation) -> list[Pair]:
    return [(frozenset(one.schemes[item]), frozenset(other.schemes[item])) for item in sorted(other.schemes)]


def _same(one: Annotation, other: Annotation) -> None:
    if one.schemes.keys() != other.schemes.keys():
        odd = sorted(one.schemes.keys() ^ other.schemes.keys())
        raise UsageError(
            f"{len(odd)} items are labelled by one only: {', '.join(odd[:_MOST_NAMED])}",
            "Label every item of the form.",
        )


def _count(one: Annotation) -> int:
    return sum(map(len, one.schemes.values()))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _shown(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
