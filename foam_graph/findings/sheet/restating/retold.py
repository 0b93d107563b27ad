"""One matter told twice, with another amount, another day, or a denial: whatever the words and the grammar."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import antonyms, key_of, same, words
from foam_graph.findings.sheet.accounts.account import accounts
from foam_graph.findings.sheet.accounts.senses import said
from foam_graph.findings.sheet.applying.matching import alike
from foam_graph.findings.sheet.restating.grouping import Clashing, grouped
from foam_graph.findings.sheet.restating.one_matter import Matter, matter, restricted, same_time, senses_of, sign
from foam_graph.findings.sheet.restating.points import Point, Root, points
from foam_graph.findings.sheet.restating.vocabulary import keys_of, pattern
from foam_graph.findings.sheet.standing.naming import names, says
from foam_graph.findings.sheet.standing.statements import Statement

RULE = "one matter told twice"
_OFTEN = 60
"""A mark of more points than this brings no two of them together by itself: in a long file that would be every pair."""
_FAR = 10
"""Two amounts of one thing do not differ by more than this factor: they are of different things."""


def findings(file: CaseFile) -> Iterator[Finding]:
    """Points of different documents on one matter that cannot both be true.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    told = points(file)
    seen: set[frozenset[str]] = set()
    found: list[Clashing] = []
    for one, other in _meeting(told):
        ids = frozenset({one.statement.id, other.statement.id})
        if ids in seen:
            continue
        made = matter(one, other, all_)
        clash = made and (_number(made, told) or _denial(made) or _day(made, told))
        if made and clash:
            seen.add(ids)
            found.append(Clashing(one.statement, other.statement, *clash))
    for group in grouped(found):
        yield _finding(*group)


def _meeting(told: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """Pairs of points of different documents that share two marks, or one where both say when."""
    at: defaultdict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(told):
        for mark in _marks(one):
            at[mark].append(place)
    near = Counter(
        (a, b) for places in at.values() if len(places) <= _OFTEN for n, a in enumerate(places) for b in places[n + 1 :]
        if told[a].statement.document is not told[b].statement.document
    )  # fmt: skip
    for (a, b), common in sorted(near.items()):
        if common > 1 or (told[a].dates and told[b].dates):
            yield told[a], told[b]


def _marks(one: Point) -> set[str]:
    """Openings of its roots and names, and the senses that it has."""
    return {r.key[:4] for r in one.roots} | {n[:4] for n in one.names} | {f"sense {s.name}" for s in said(one.text)}


Clash = tuple[str, str, str]


def _number(made: Matter, told: tuple[Point, ...]) -> Clash | None:
    pairs = [
        (a, b)
        for a in made.one.quantities
        for b in made.other.quantities
        if _plain(a) and _plain(b) and _one_measure(a, b, made)
    ]
    if (
        len(pairs) != 1
        or pairs[0][0].measure()[1] == pairs[0][1].measure()[1]
        or same_time(made.one, made.other) is not True
    ):
        return None
    a, b = pairs[0]
    low, high = sorted((a.measure()[1], b.measure()[1]))
    if not low or high > _FAR * low or _narrowed(made, a, b):
        return None
    if any(_gives(t, made, side, value) for t in told for side, value in ((made.one, b), (made.other, a))):
        return None
    return "number", a.text, b.text


def _plain(one: Quantity) -> bool:
    return (
        one.comparator in ("=", "~")
        and one.high is None
        and one.role in ("level", "to")
        and not one.partial
        and one.unit != "clock"
    )


def _one_measure(a: Quantity, b: Quantity, made: Matter) -> bool:
    """Whether two amounts count or measure the same: one unit, or places and who takes them."""
    if a.period != b.period:
        return False
    if a.generic() or b.generic():
        return a.measure()[0] == b.measure()[0] and a.unit not in ("", "percent")
    if same(key_of(a.unit), key_of(b.unit)):
        return True
    places, takers = keys_of("places"), keys_of("takers") | keys_of("places")
    roomy = all(pattern("room").search(p.text) for p in (made.one, made.other))
    return roomy and any(key_of(x.unit) in places and key_of(y.unit) in takers for x, y in ((a, b), (b, a)))


def _narrowed(made: Matter, a: Quantity, b: Quantity) -> bool:
    """Whether what only one point says narrows what it gives an amount of."""
    units = {key_of(a.unit), key_of(b.unit)} | keys_of("cost") | (keys_of("places") if not a.generic() else set())
    left, right = ([r for r in extra if r.key not in units and not r.neutral] for extra in (made.left, made.right))
    if left and right:
        return True
    if {d.precision for d in made.one.dates} != {d.precision for d in made.other.dates}:
        return True
    if sign(made.one, [x for x, _ in made.pairs], made.names) != sign(
        made.other, [y for _, y in made.pairs], made.names
    ):
        return True
    anchors = [
        p
        for p in made.pairs
        if (p[0].key not in units and not p[0].neutral) or (a.generic() and p[0].key not in keys_of("cost"))
    ]
    dated = bool(made.one.dates)
    if not anchors and not made.names and not dated:
        return True
    for kept, point, place, amount in ((left, made.one, 0, a), (right, made.other, 1, b)):
        whole = re.search(
            r"\b(?:all|each|every one of|the|its|our|their|his|her|my)(?: of)?(?: the| its| our| their)? $",
            point.text[: amount.start],
            re.I,
        )
        if any(r.verb for r in kept) and not whole:
            return True
        if restricted([r for r in kept if not r.verb], point, [p[place] for p in made.pairs]):
            return True
    money = a.unit.startswith("money:")
    if money and not any(
        {r.key for r in p.roots} & keys_of("cost") or {w.key for w in words(p.text)} & keys_of("cost")
        for p in (made.one, made.other)
    ):
        return True
    return money and len({p[0].key for p in anchors} - units) < 1


def _gives(third: Point, made: Matter, side: Point, value: Quantity) -> bool:
    """Whether a document states the other's amount itself, of two things or two times."""
    if third.statement.document is not side.statement.document:
        return False
    shared = [a.key for a, _ in made.pairs]
    return any(q.measure() == value.measure() for q in third.quantities) and any(
        alike(k, r.key) for k in shared for r in third.roots
    )


def _denial(made: Matter) -> Clash | None:
    time = same_time(made.one, made.other)
    if time is False or (made.left and made.right) or _unlike(made) or _loose(made):
        return None
    if any(re.search(r"\bcan\b", p.text) for p in (made.one, made.other)):
        return None
    signs = [sign(p, [pair[place] for pair in made.pairs], made.names) for place, p in ((0, made.one), (1, made.other))]
    if None in signs:
        return None
    flips = sum(_opposite(made, a, b) for a, b in made.pairs)
    if (signs[0] == signs[1]) == (flips % 2 == 0):
        return None
    if time is None and not _for_all_time(made):
        return None
    doing = [p for p in made.pairs if p[0].verb or p[1].verb or p[0].denies or p[1].denies or _opposite(made, *p)]
    doing = doing or [p for p in made.pairs if _none_such(made, *p)]
    if not doing or len(made.pairs) + len(made.names) < 2:
        return None
    return "negation", "", ""


def _none_such(made: Matter, a: Root, b: Root) -> bool:
    """Whether one of the points says that there was no such thing ("no sampling", "without a sample")."""
    for root, point in ((a, made.one), (b, made.other)):
        for cue in negations(point.text):
            if cue.cue.lower() in ("no", "without", "none of") and root.word.key in cue.focus:
                return True
    return False


def _loose(made: Matter) -> bool:
    """Whether one of the points tells of a doing that the other does not, but for verbs that lend their meaning from a noun."""
    if any(a.denies or b.denies for a, b in made.pairs):
        return False  # "walked through the unlocked gate": a state, whatever else was done
    return any(r.verb and r.key not in keys_of("support") for r in (*made.left, *made.right))


def _unlike(made: Matter) -> bool:
    """Whether two points give amounts that differ: then they need not deny each other."""
    mine, theirs = ({q.measure() for q in p.quantities if q.unit != "clock"} for p in (made.one, made.other))
    return bool(mine or theirs) and mine != theirs and not (mine and not theirs) and not (theirs and not mine)


def _opposite(made: Matter, a: Root, b: Root) -> bool:
    """Whether two words say the opposite of each other."""
    if antonyms(a.key, b.key):
        return True
    mine, theirs = senses_of(a, said(made.one.text)), senses_of(b, said(made.other.text))
    common = mine.keys() & theirs.keys()
    return bool(common) and not alike(a.key, b.key) and all(mine[n] != theirs[n] for n in common)


def _for_all_time(made: Matter) -> bool:
    bare = made.one if not made.one.dates else made.other
    return bool(re.search(r"\b(?:never|ever|nobody|no one|nothing|no)\b", bare.text, re.IGNORECASE))


def _day(made: Matter, told: tuple[Point, ...]) -> Clash | None:
    a, b = made.one.dates, made.other.dates
    if (
        len(a) != 1
        or len(b) != 1
        or not a[0].differs(b[0])
        or a[0].precision != b[0].precision
        or a[0].precision == "year"
    ):
        return None
    if a[0].day is None or (made.left and made.right) or _names_a_thing(made.one) or _names_a_thing(made.other):
        return None
    for p in (made.one, made.other):
        if pattern("besides").search(p.text):
            return None
    if sign(made.one, [x for x, _ in made.pairs], made.names) != sign(
        made.other, [y for _, y in made.pairs], made.names
    ):
        return None
    if not made.verbs or _loose(made):
        return None
    if any(
        _dates(third, made, side, other) for third in told for side, other in ((made.one, b[0]), (made.other, a[0]))
    ):
        return None
    return "date", a[0].words(), b[0].words()


_OF_THE_DAY = re.compile(r"(?<!as )\b(?:of|dated)\s(?:the\s)?$", re.IGNORECASE)


def _names_a_thing(one: Point) -> bool:
    """Whether the date of a point says which thing is meant, not when something happened ("the violations of 9 June")."""
    texts = (one.text, one.statement.text)
    text = next((t for t in texts if find_dates(t)), "")
    return any(_OF_THE_DAY.search(text[: found.start]) for found in find_dates(text))


def _dates(third: Point, made: Matter, side: Point, day: FoundDate) -> bool:
    """Whether a document gives the other's day itself for such a thing: it happened twice."""
    if third.statement.document is not side.statement.document or all(found.differs(day) for found in third.dates):
        return False
    return any(alike(x.key, r.key) for x, _ in made.pairs for r in third.roots)


def _finding(differ: str, sides: list[tuple[str, list[Statement]]]) -> Finding:
    (mine, yes), (theirs, no) = sides
    what = "" if differ == "negation" else f": {mine} or {theirs}"
    told = " ".join(f"{says(side[0])}." + (f" So also {names(side[1:])}." if side[1:] else "") for side in (yes, no))
    return Finding(
        "contradiction", f"The documents contradict each other{what}. {told}", tuple(one.id for one in yes), "disputed", rule=RULE,
        inputs={"differ_in": differ, "values": sorted(filter(None, (mine, theirs)))}, against=tuple(one.id for one in no),
    )  # fmt: skip
