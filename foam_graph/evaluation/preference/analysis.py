"""What the answers come to: choose rates and marks with bootstrap intervals, agreement of readers, bias of place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from foam_graph.evaluation.preference.answers import Marked
from foam_graph.evaluation.preference.ballot_paper import DIMENSIONS, Key
from foam_graph.evaluation.statistics.alpha import ordinal_alpha
from foam_graph.evaluation.statistics.certainty import Interval, bootstrap, mean
from foam_graph.evaluation.tables import Cell, Table

Name = tuple[str, str]
Group = Sequence[Marked]


def preference_tables(answers: Sequence[Marked], key: Key, seed: int) -> tuple[Table, ...]:
    """Choose rates, marks, and what a reader of them must know.

    Args:
        answers: Of all readers.
        key: Who spoke.
        seed: Of the bootstrap.
    """
    names = sorted(set(key.who.values()))
    groups, by = _groups(answers)
    return (
        Table("Choose rate", ("debater", "model", "chosen (%)", "low", "high", "chosen", "choices"),
              tuple(_chosen_row(name, groups, key, seed) for name in names), (f"95 % bootstrap intervals by {by}.",)),
        Table("Marks, 1 to 10", ("debater", "model", "dimension", "mean", "low", "high", "marks"),
              tuple(_mark_row(name, dimension, groups, key, seed) for name in names for dimension in DIMENSIONS),
              (f"95 % bootstrap intervals by {by}.",)),
        Table("Agreement of readers", ("dimension", "alpha ordinal"),
              tuple((words, _agreement(answers, id_)) for id_, words in DIMENSIONS),
              ("– where fewer than two readers marked the same candidate.",)),
    )  # fmt: skip


def preference_remarks(answers: Sequence[Marked], key: Key) -> tuple[str, ...]:
    """What is missing, and whether place in the form decided."""
    readers = {one.reader for one in answers}
    contexts = {context for context, _ in key.who}
    expected = len(readers) * len(key.who)
    marks = sum(len(one.marks) for one in answers)
    chose = {(one.reader, one.context) for one in answers if one.chosen}
    places = Counter(one.candidate for one in answers if one.chosen)
    first = ", ".join(f"{places[place]} at place {place}" for place in sorted({place for _, place in key.who}))
    return (
        f"{len(readers)} readers, {len(contexts)} contexts; {len(answers)} of {expected} rows, "
        f"{marks} of {expected * len(DIMENSIONS)} marks and {len(chose)} of {len(readers) * len(contexts)} choices were given.",
        f"Bias of place: chosen were {first}.",
    )


def _groups(answers: Sequence[Marked]) -> tuple[list[Group], str]:
    """Answers by reader, whose marks are not independent; by context where there is one reader alone."""
    by_reader, by_context = dict[str, list[Marked]](), dict[str, list[Marked]]()
    for one in answers:
        by_reader.setdefault(one.reader, []).append(one)
        by_context.setdefault(one.context, []).append(one)
    chosen, by = (by_reader, "reader") if len(by_reader) > 1 else (by_context, "context")
    return [chosen[name] for name in sorted(chosen)], by


def _chosen_row(name: Name, groups: Sequence[Group], key: Key, seed: int) -> tuple[Cell, ...]:
    def rate(drawn: Sequence[Group]) -> float | None:
        found = [one for group in drawn for one in group if one.chosen]
        return 100 * sum(_name(one, key) == name for one in found) / len(found) if found else None

    chosen = [one for group in groups for one in group if one.chosen]
    interval = bootstrap(groups, rate, seed)
    return (*name, *_bounds(interval), sum(_name(one, key) == name for one in chosen), len(chosen))


def _mark_row(name: Name, dimension: tuple[str, str], groups: Sequence[Group], key: Key, seed: int) -> tuple[Cell, ...]:
    id_, words = dimension
    figure = _mean_of(lambda one: _name(one, key) == name, id_)
    count = sum(id_ in one.marks for group in groups for one in group if _name(one, key) == name)
    return (*name, words, *_bounds(bootstrap(groups, figure, seed)), count)


def _mean_of(wanted: Callable[[Marked], bool], dimension: str) -> Callable[[Sequence[Group]], float | None]:
    return lambda drawn: mean(
        [float(one.marks[dimension]) for group in drawn for one in group if dimension in one.marks and wanted(one)]
    )


def _bounds(found: Interval | None) -> tuple[float | None, float | None, float | None]:
    return (found.value, found.low, found.high) if found else (None, None, None)


def _agreement(answers: Sequence[Marked], dimension: str) -> float | None:
    units: dict[tuple[str, int], list[float]] = {}
    for one in answers:
        if dimension in one.marks:
            units.setdefault((one.context, one.candidate), []).append(one.marks[dimension])
    return ordinal_alpha(list(units.values()))


def _name(one: Marked, key: Key) -> Name:
    return key.who[one.context, one.candidate]
