"""Experiment 3: how far an annotator's schemes and marks agree with those of experts."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from foam_graph.errors import DataFileError, UsageError
from foam_graph.evaluation.statistics.alpha import alpha_of_decisions, nominal_alpha, ordinal_alpha
from foam_graph.evaluation.statistics.certainty import bootstrap
from foam_graph.evaluation.statistics.correlation import kendall, pearson, spearman
from foam_graph.evaluation.statistics.kappa import kappa_macro, kappa_micro
from foam_graph.evaluation.statistics.label_sets import Pair, hamming_loss, mean_jaccard, mean_precision
from foam_graph.evaluation.tables import Table
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.model.debate_nodes import QUALITIES

COLUMNS = ("item", "scheme", "quality")
_MOST = 64 * 2**20
_MOST_NAMED = 5


@dataclass(frozen=True)
class Annotation:
    """What one annotator says of some items.

    Attributes:
        schemes: The schemes of each item.
        qualities: 0 to 4 for an item's scheme, where it was marked.
    """

    schemes: Mapping[str, frozenset[str]]
    qualities: Mapping[tuple[str, str], int]


def read_annotation(path: Path) -> Annotation:
    """An annotation from CSV: ``item,scheme,quality``, a row for each scheme of an item.

    An item without a scheme has one row with an empty scheme. ``quality`` is none, poor, general, good or excellent, or
    empty where it was not marked.

    Raises:
        DataFileError: It cannot be read, lacks a column, or a row is wrong or there twice; names the line.
    """
    try:
        text = read_bounded(path, _MOST).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise DataFileError(str(path), 0, f"cannot be read: {fault}") from None
    rows = csv.DictReader(StringIO(text, newline=""))
    missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise DataFileError(str(path), 1, f"has no column {missing[0]!r}", f"Give the columns {','.join(COLUMNS)}.")
    schemes: dict[str, set[str]] = {}
    qualities: dict[tuple[str, str], int] = {}
    for row in rows:
        item, scheme, quality = ((row.get(name) or "").strip() for name in COLUMNS)
        if not item:
            raise DataFileError(str(path), rows.line_num, "a row without an item")
        if quality and quality not in QUALITIES:
            raise DataFileError(str(path), rows.line_num, f"{quality[:40]!r} is none of {', '.join(QUALITIES)}")
        known = schemes.setdefault(item, set())
        if scheme in known:
            raise DataFileError(str(path), rows.line_num, f"{item[:60]!r} has the scheme {scheme!r} twice")
        known |= {scheme} - {""}
        if scheme and quality:
            qualities[item, scheme] = QUALITIES.index(quality)
    if not schemes:
        raise DataFileError(str(path), 0, "holds no annotation")
    return Annotation({item: frozenset(found) for item, found in schemes.items()}, qualities)


def alignment_table(found: Annotation, right: Annotation, seed: int) -> Table:
    """All measures of agreement between what was found and what is right.

    Raises:
        UsageError: They are not about the same items; names some.
    """
    _same_items(found, right)
    items = sorted(right.schemes)
    pairs: list[Pair] = [(found.schemes[item], right.schemes[item]) for item in items]
    given = {str(label) for pair in pairs for one in pair for label in one}
    # What is never given is a decision too, so all that can be given count.
    labels = list(SCHEME_IDS) if given <= set(SCHEME_IDS) else sorted(given)
    macro = kappa_macro(pairs, labels)
    marks = [(found.qualities[key], right.qualities[key]) for key in sorted(right.qualities) if key in found.qualities]
    one, other = [float(a) for a, _ in marks], [float(b) for _, b in marks]
    measures = {
        "Jaccard": mean_jaccard(pairs),
        "precision": mean_precision(pairs),
        "Hamming loss": hamming_loss(pairs, labels),
        "kappa micro": kappa_micro(pairs, labels),
        "kappa macro": macro.value,
        "alpha nominal": alpha_of_decisions(pairs, labels),
        "alpha nominal, whole sets": nominal_alpha(pairs),
        "Pearson": pearson(one, other),
        "Spearman": spearman(one, other),
        "Kendall": kendall(one, other),
        "alpha ordinal of marks": ordinal_alpha(marks),
    }
    remarks = [
        f"{len(items)} items, {len(labels)} schemes that can be given; marks on {len(marks)} schemes that both marked.",
        "alpha nominal takes each decision about one scheme of one item as a unit; whole sets are equal or not.",
    ]
    interval = bootstrap(pairs, mean_jaccard, seed)
    if interval is not None:
        remarks.append(f"Jaccard, 95 % bootstrap interval by item: {interval.low:.3f} to {interval.high:.3f}.")
    if macro.undefined:
        remarks.append(f"Left out of kappa macro, given always or never: {', '.join(map(str, macro.undefined))}.")
    if not marks:
        remarks.append("No scheme was marked by both: correlations have no value.")
    return Table("Agreement with experts", ("measure", "value"), tuple(measures.items()), tuple(remarks))


def _same_items(found: Annotation, right: Annotation) -> None:
    for name, lacking in (
        ("found", sorted(right.schemes.keys() - found.schemes.keys())),
        ("right", sorted(found.schemes.keys() - right.schemes.keys())),
    ):
        if lacking:
            told = ", ".join(lacking[:_MOST_NAMED])
            more = f" and {len(lacking) - _MOST_NAMED} more" if len(lacking) > _MOST_NAMED else ""
            raise UsageError(
                f"rows are missing of what is {name}: {told[:300]}{more}",
                "Give every item in both files; an item without a scheme has a row with an empty scheme.",
            )
