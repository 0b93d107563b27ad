"""The check itself: one document against PROV-CONSTRAINTS and what we ask beyond it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from foam_graph.prov.check.events import Order
from foam_graph.prov.check.merging import Merger
from foam_graph.prov.check.ordering import Ordering, activity_times, double_generations
from foam_graph.prov.check.rules import Rules
from foam_graph.prov.check.typing_rules import TypeRules, specializations
from foam_graph.prov.check.violations import CONSTRAINTS, Report, Violation, distinct
from foam_graph.prov.model import Document, Instance, Names

_RANK = {name: place for place, name in enumerate(CONSTRAINTS)}


def check(document: Document, rules: Rules | None = None) -> Report:
    """Checks a document against PROV-CONSTRAINTS: its top level and each bundle by itself (section 7.2).

    Works in time that grows with the document, not with what follows from it: inferences are walked, never written out.

    Args:
        document: As a reader gives it.
        rules: What to apply; everything if not given.
    """
    rules = rules or Rules()
    names = Names(document.prefixes)
    found = list(_repeated_bundles(document, names))
    for instance in document.instances():
        own = sorted(_violations(instance, rules, names), key=lambda v: _RANK[v.constraint])
        found += [replace(v, bundle=instance.name) for v in own] if instance.name else own
    return Report(tuple(found), len(document))


def _violations(instance: Instance, rules: Rules, names: Names) -> Iterator[Violation]:
    merged = Merger(instance, rules, names).merge()
    yield from merged.violations
    special = specializations(merged)
    yield from TypeRules(merged, special, rules, names).violations()
    ordering = Ordering(Order(merged, special, rules), names)
    yield from ordering.cycles()
    if rules.own:
        yield from activity_times(merged, names)
        yield from ordering.times()
        yield from double_generations(merged, names)


def _repeated_bundles(document: Document, names: Names) -> Iterator[Violation]:
    for name, times in Counter(bundle.name for bundle in document.bundles).items():
        if times > 1:
            message = f"{times} bundles are called {names.short(name)}"
            yield Violation("bundles", distinct((name,)), message, bundle=name)
