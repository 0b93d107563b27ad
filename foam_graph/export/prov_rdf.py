"""PROV statements as PROV-O quads (PROV-O, RDF 1.1 N-Quads), with Web Annotation selectors for the evidence sentences.

The lines are canonical N-Quads and hold no blank node, so their sorted set is the RDFC-1.0 form of the graph. The other
RDF syntaxes are made from them by pyoxigraph (``prov_syntaxes``).
"""

from __future__ import annotations

import re
from functools import lru_cache

from foam_graph.export.prov_statements import Item, Selector
from foam_graph.export.prov_terms import LABEL, OA, RDFS, ROLE, TYPE
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


@lru_cache(maxsize=4096)
def _predicate(name: str) -> str:
    return f"<{_PROPERTIES.get(name, name)}>"


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
        end, subject = self._end, f"<{s.id}> "
        found = [f"{subject}{_A} <{PROV}{s.kind.capitalize()}>{end}"]
        if s.kind == "activity":
            for name, time in zip(("startedAtTime", "endedAtTime"), s.arguments, strict=True):
                if time:
                    found.append(f'{subject}<{PROV}{name}> "{time}{_TIME}{end}')
        for name, value in s.attributes:
            found.append(f"{subject}{_predicate(name)} {literal(value)}{end}")
        return "".join(found)

    def _relation(self, s: Statement) -> str:
        end, subject, node = self._end, f"<{s.arguments[0]}>", f"<{s.id}>"
        class_, short, properties = QUALIFIED[s.kind]
        special = ""
        if s.kind == "wasDerivedFrom":
            for name, value in s.attributes:
                if name == TYPE and value.text in _DERIVED:
                    special, (class_, short) = value.text, _DERIVED[value.text]
                    break
        found = [f"{subject} <{PROV}qualified{class_}> {node}{end}{node} {_A} <{PROV}{class_}>{end}"]
        if self._shortcuts and s.arguments[1]:
            found.append(f"{subject} <{PROV}{short}> <{s.arguments[1]}>{end}")
        for name, argument in zip(properties, s.arguments[1:], strict=True):
            if argument:
                term = f'"{argument}{_TIME}' if name == "atTime" else f"<{argument}>"
                found.append(f"{node} <{PROV}{name}> {term}{end}")
        for name, value in s.attributes:
            if special and value.text == special:
                continue
            found.append(f"{node} {_predicate(name)} {literal(value)}{end}")
            if name == ROLE and value.text not in self._roles:
                self._roles.add(value.text)
                found.append(f"<{value.text}> {_A} <{PROV}Role>{end}")
        return "".join(found)

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
