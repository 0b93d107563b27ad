"""The normal form of a document: what is one is said once (PROV-CONSTRAINTS 6, definitions 1-4 and constraints 22-29).

What inferences 5-21 would add is left out: they add statements about new variables, or transitive closures whose size is
the square of the document's. Everything that they tell about names which the document uses is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam_graph.advice import Action, NextStep
from foam_graph.errors import VerifyError
from foam_graph.prov.check.merging import Merged, Merger
from foam_graph.prov.check.rules import Rules
from foam_graph.prov.check.terms import Term
from foam_graph.prov.model import KINDS, Document, Instance, Names, Statement, Value
from foam_graph.prov.times import Instant, canonical

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def normalise(document: Document) -> Document:
    """The document with equal things merged, known times in one spelling, and a fixed order.

    The same statements in another order give the same form, and the form is its own form.

    Raises:
        VerifyError: Things that must be one differ, so that there is no normal form.
    """
    names = Names(document.prefixes)
    bundles = [_normal(bundle, names) for bundle in document.bundles]
    bundles.sort(key=lambda bundle: (bundle.name, [_key(row) for row in bundle.statements]))
    return Document(_normal(document.top, names), bundles, dict(document.prefixes))


def _normal(instance: Instance, names: Names) -> Instance:
    merged = Merger(instance, Rules(), names).merge()
    if merged.violations:
        first = merged.violations[0]
        raise VerifyError(
            f"there is no normal form: {first.message}", NextStep(Action.CHECK_PROV, "See all faults with")
        )
    return Instance(instance.name, sorted(_rows(merged), key=_key))


def _rows(merged: Merged) -> Iterator[Statement]:
    spelt = _Spelling(merged)
    for kind, table in merged.objects.items():
        for name, rows in table.items():
            times = tuple(map(spelt.time, merged.spans[name])) if kind == "activity" else ()
            yield Statement(kind, spelt.name(name), times, _union(rows))
    for record in merged.records:
        if record.inferred:
            continue
        arguments = [spelt.name(term) for term in record.arguments]
        for place, formal in enumerate(KINDS[record.kind]):
            if formal.time:
                arguments.insert(place, spelt.time(record.time))
        yield Statement(record.kind, spelt.name(record.id), tuple(arguments), _union(record.statements))
    plain = {(row.kind, tuple(spelt.name(merged.root(name)) for name in row.arguments)) for row in merged.plain}
    for kind, names in plain:
        yield Statement(kind, None, names)


class _Spelling:
    """Terms as names again: a variable has one of its ``_:`` names, or none."""

    def __init__(self, merged: Merged) -> None:
        self._merged = merged
        self._blank: dict[Term, str] = {}
        for variable, name in sorted(merged.blank_names().items(), key=lambda item: item[1], reverse=True):
            self._blank[merged.terms.find(variable)] = name

    def name(self, term: Term) -> str | None:
        found = self._merged.terms.find(term)
        return found if isinstance(found, str) else self._blank.get(found)

    def time(self, term: Term) -> str | None:
        found = self._merged.times.find(term)
        return canonical(found) if isinstance(found, Instant) else None


def _union(rows: Iterable[Statement]) -> tuple[tuple[str, Value], ...]:
    return tuple(sorted({pair for row in rows for pair in row.attributes}))


def _key(row: Statement) -> tuple[int, str, tuple[str, ...], tuple[tuple[str, Value], ...]]:
    return _PLACE[row.kind], row.id or "", tuple(a or "" for a in row.arguments), row.attributes
