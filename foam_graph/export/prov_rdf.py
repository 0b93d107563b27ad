"""PROV statements as PROV-O quads (PROV-O, RDF 1.1 N-Quads), with Web Annotation selectors for the evidence sentences.

The lines are canonical N-Quads and hold no blank node, so their sorted set is the RDFC-1.0 form of the graph. The other
RDF syntaxes are made from them by pyoxigraph (``prov_syntaxes``).
"""

from __future__ import annotations

import re
from functools import lru_cache

from foam_graph.export.prov_statements import Item, Selector
from foam_graph.export.prov_terms import LABEL, OA, RDFS, ROLE, TYPE, Attribute
from foam_graph.prov.model import OBJECTS, PROV, RDF, XSD, Statement, Value

QUALIFIED: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "wasGeneratedBy": ("Generation", "wasGeneratedBy", ("activity", "atTime")),
    "used": ("Usage", "used", ("entity", "atTime")),
    "wasInformedBy": ("Communication", "wasInformedBy", ("activity",)),
    "wasDerivedFrom": ("Derivation", "wasDerivedFrom", ("entity", "hadActivity", "hadGeneration", "hadUsage")),
    "wasAssociatedWith": ("Association", "wasAssociatedWith", ("agent", "hadPlan")),
    "actedOnBehalfOf": ("Delegation", "actedOnBehalfOf", ("agent", "hadActivity")),
    "wasInfluencedBy": ("Influence", "wasInfluencedBy", ("influencer",)),
}
"""PROV-O 3.3: per relation the class of its qualified form, the short property, and the properties of the arguments after
the first."""
_DERIVED = {PROV + "Quotation": ("Quotation", "wasQuotedFrom"), PROV + "Revision": ("Revision", "wasRevisionOf")}
_PROPERTIES = {TYPE: RDF + "type", LABEL: RDFS + "label", ROLE: PROV + "hadRole"}
_ESCAPED = re.compile('[\x00-\x1f"\\\\\x7f]')
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_A = f"<{RDF}type>"
_TIME = f'"^^<{XSD}dateTime>'


def escaped(text: str) -> str:
    """A text as canonical N-Quads write it between quotation marks (RDF 1.1 N-Triples, canonical form)."""
    return _ESCAPED.sub(_escape, text) if _ESCAPED.search(text) else text


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04X}"


def literal(value: Value) -> str:
    """A value as an N-Quads term."""
    text, datatype, language = value
    if not datatype:
        return f"<{text}>"
    quoted = f'"{escaped(text)}"'
    if language:
        return f"{quoted}@{language}"
    return quoted if datatype == _STRING else f"{quoted}^^<{datatype}>"


_STRING = XSD + "string"
_SHORT = 60
"""Characters of a value that is likely to come again."""


@lru_cache(maxsize=4096)
def _predicate(name: str) -> str:
    return f"<{_PROPERTIES.get(name, name)}>"


def _tail(attribute: Attribute) -> str:
    """Property and value of a line."""
    return f"{_predicate(attribute[0])} {literal(attribute[1])}"


_short_tail = lru_cache(maxsize=8192)(_tail)
_CLASSES = {kind: f"{_A} <{PROV}{kind.capitalize()}>" for kind in OBJECTS}


class Quads:
    """Turns statements into lines of N-Quads.

    Args:
        shortcuts: Add the unqualified properties (``prov:used``, ``prov:wasDerivedFrom``, …) for readers that do not
            know the qualified ones. Readers that know both, like ``prov``, then count them twice.
        named: Whether bundles are named graphs; if not, all is in the default graph.
    """

    def __init__(self, shortcuts: bool = False, named: bool = True) -> None:
        self._shortcuts = shortcuts
        self._named = named
        self._roles: set[str] = set()
        self._end = " .\n"

    def bundle(self, name: str) -> None:
        """What follows belongs to this bundle."""
        if self._named:
            self._end = f" <{name}> .\n"
            self._roles = set()

    def lines(self, item: Item) -> str:
        """The lines of one statement, or of one selector."""
        if isinstance(item, Selector):
            return self._annotation(item)
        if item.kind in OBJECTS:
            return self._object(item)
        if item.kind == "hadMember":
            return f"<{item.arguments[0]}> <{PROV}hadMember> <{item.arguments[1]}>{self._end}"
        return self._relation(item)

    def _object(self, s: Statement) -> str:
        found = [_CLASSES[s.kind]]
        if s.kind == "activity":
            for name, time in zip(("startedAtTime", "endedAtTime"), s.arguments, strict=True):
                if time:
                    found.append(f'<{PROV}{name}> "{time}{_TIME}')
        found += [_short_tail(a) if len(a[1][0]) <= _SHORT else _tail(a) for a in s.attributes]
        return self._said(f"<{s.id}> ", found)

    def _said(self, subject: str, found: list[str]) -> str:
        """One line for each pair of property and value."""
        return f"{subject}{(self._end + subject).join(found)}{self._end}"

    def _relation(self, s: Statement) -> str:
        subject, attributes = s.arguments[0], s.attributes
        class_, short, properties = QUALIFIED[s.kind]
        if s.kind == "wasDerivedFrom":
            for one in attributes:
                if one[0] == TYPE and one[1].text in _DERIVED:
                    class_, short = _DERIVED[one[1].text]
                    attributes = tuple(a for a in attributes if a[1].text != one[1].text)
                    break
        end = self._end
        head = f"<{subject}> <{PROV}qualified{class_}> <{s.id}>{end}"
        found = [f"{_A} <{PROV}{class_}>"]
        role = ""
        for name, argument in zip(properties, s.arguments[1:], strict=True):
            if argument:
                found.append(
                    f'<{PROV}atTime> "{argument}{_TIME}' if name == "atTime" else f"<{PROV}{name}> <{argument}>"
                )
        for one in attributes:
            found.append(_short_tail(one) if len(one[1][0]) <= _SHORT else _tail(one))
            if one[0] == ROLE and one[1].text not in self._roles:
                self._roles.add(one[1].text)
                role += f"<{one[1].text}> {_A} <{PROV}Role>{end}"
        lines = f"{head}{self._said(f'<{s.id}> ', found)}{role}"
        return (
            f"{lines}<{subject}> <{PROV}{short}> <{s.arguments[1]}>{end}"
            if self._shortcuts and s.arguments[1]
            else lines
        )

    def _annotation(self, s: Selector) -> str:
        """A Web Annotation that ties a sentence to its words and its place in a document."""
        end = self._end
        note, target, place, quote = (f"<{s.name}.{part}>" for part in ("note", "target", "place", "quote"))
        found = [
            f"{note} {_A} <{OA}Annotation>{end}{note} <{OA}motivatedBy> <{OA}linking>{end}",
            f"{note} <{OA}hasBody> <{s.sentence}>{end}{note} <{OA}hasTarget> {target}{end}",
            f"{target} {_A} <{OA}SpecificResource>{end}{target} <{OA}hasSource> <{s.document}>{end}",
            f"{target} <{OA}hasSelector> {place}{end}{place} {_A} <{OA}TextPositionSelector>{end}",
        ]
        for name, at in (("start", s.start), ("end", s.end)):
            if at is not None:
                found.append(f'{place} <{OA}{name}> "{at}"^^<{XSD}nonNegativeInteger>{end}')
        if s.exact is not None:
            found.append(f"{target} <{OA}hasSelector> {quote}{end}{quote} {_A} <{OA}TextQuoteSelector>{end}")
            found.append(f'{quote} <{OA}exact> "{escaped(s.exact)}"{end}')
        return "".join(found)
