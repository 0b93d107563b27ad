"""Writes documents in every syntax, so that tests can read them back. Plain and slow; nothing else uses it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from foam_graph.prov import Document, Instance, Statement, Value
from foam_graph.prov.model import KINDS, NAMELESS, OBJECTS
from foam_graph.prov.vocabulary import PROV, RDF, XSD

PREFIX = re.compile(r"(.*[/#])([^/#]*)\Z", re.DOTALL)


def spaces(document: Document) -> dict[str, str]:
    """A prefix for each namespace of the document."""
    found: dict[str, str] = {PROV: "prov", XSD: "xsd"}
    for instance in document.instances():
        for name in [instance.name, *(n for s in instance.statements for n in names(s))]:
            split = PREFIX.match(name)
            if split and split[1] not in found:
                found[split[1]] = f"n{len(found)}"
    return found


def names(row: Statement) -> Iterator[str]:
    """All names in a statement."""
    if row.id:
        yield row.id
    yield from (v for p, v in zip(KINDS[row.kind], row.arguments, strict=True) if v and not p.time)
    for name, value in row.attributes:
        yield name
        yield value.datatype or value.text


class Short:
    """Names as prefix and local part, with what one syntax escapes."""

    def __init__(self, document: Document, escaped: str = "") -> None:
        self.spaces = spaces(document)
        self._escaped = re.compile(f"([{re.escape(escaped)}])") if escaped else None

    def __call__(self, name: str) -> str:
        if name.startswith("_:"):
            return name
        split = PREFIX.match(name)
        if split is None:
            raise ValueError(name)
        local = self._escaped.sub(r"\\\1", split[2]) if self._escaped else split[2]
        return f"{self.spaces[split[1]]}:{local}"


def provn(document: Document) -> str:
    """As PROV-N."""
    short = Short(document, "=',:;()[].")
    lines = ["document", *(f"prefix {p} <{ns}>" for ns, p in short.spaces.items() if p not in ("prov", "xsd"))]
    lines += [_provn(row, short) for row in document.top.statements]
    for bundle in document.bundles:
        lines += [f"bundle {short(bundle.name)}", *(_provn(row, short) for row in bundle.statements), "endBundle"]
    return "\n".join([*lines, "endDocument", ""])


def _provn(row: Statement, short: Short) -> str:
    values = [
        "-" if v is None else v if p.time else short(v) for p, v in zip(KINDS[row.kind], row.arguments, strict=True)
    ]
    head = ""
    if row.kind in OBJECTS:
        values.insert(0, short(row.id or ""))
    elif row.id and row.kind not in NAMELESS:
        head = short(row.id) + "; "
    pairs = [f"{short(name)} = {_provn_value(value, short)}" for name, value in row.attributes]
    listed = f", [{', '.join(pairs)}]" if pairs and row.kind not in NAMELESS else ""
    return f"{row.kind}({head}{', '.join(values)}{listed})"


def _provn_value(value: Value, short: Short) -> str:
    if not value.datatype:
        return f"'{short(value.text)}'"
    text = json.dumps(value.text, ensure_ascii=False)
    return f"{text}@{value.language}" if value.language else f"{text} %% {short(value.datatype)}"


def prov_json(document: Document) -> str:
    """As PROV-JSON."""
    short = Short(document)
    data = _json(document.top, short)
    data["prefix"] = {p: ns for ns, p in short.spaces.items()}
    for bundle in document.bundles:
        data.setdefault("bundle", {})[short(bundle.name)] = _json(bundle, short)
    return json.dumps(data, ensure_ascii=False)


def _json(instance: Instance, short: Short) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for n, row in enumerate(instance.statements):
        own: dict[str, Any] = {
            "prov:" + p.name: v if p.time else short(v)
            for p, v in zip(KINDS[row.kind], row.arguments, strict=True)
            if v is not None
        }
        for name, value in row.attributes:
            own.setdefault(short(name), []).append(
                {"$": short(value.text), "type": "prov:QUALIFIED_NAME"}
                if not value.datatype
                else {"$": value.text, "type": short(value.datatype)}
                | ({"lang": value.language} if value.language else {})
            )
        key = short(row.id) if row.id and row.kind not in NAMELESS else f"_:r{n}"
        table = data.setdefault(row.kind, {})
        if key in table:
            table[key] = [*(table[key] if isinstance(table[key], list) else [table[key]]), own]
        else:
            table[key] = own
    return data


def prov_xml(document: Document) -> str:
    """As PROV-XML."""
    short = Short(document)
    declared = " ".join(f"xmlns:{p}={quoteattr(ns)}" for ns, p in short.spaces.items())
    lines = [f'<prov:document {declared} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">']
    lines += [_xml(row, short) for row in document.top.statements]
    for bundle in document.bundles:
        lines += [f"<prov:bundleContent prov:id={quoteattr(short(bundle.name))}>"]
        lines += [*(_xml(row, short) for row in bundle.statements), "</prov:bundleContent>"]
    return "\n".join([*lines, "</prov:document>"])


def _xml(row: Statement, short: Short) -> str:
    named = f" prov:id={quoteattr(short(row.id))}" if row.id and row.kind not in NAMELESS else ""
    parts = [f"<prov:{row.kind}{named}>"]
    for p, v in zip(KINDS[row.kind], row.arguments, strict=True):
        if v is not None:
            parts.append(
                f"<prov:{p.name}>{v}</prov:{p.name}>" if p.time else f"<prov:{p.name} prov:ref={quoteattr(short(v))}/>"
            )
    for name, value in row.attributes:
        kind = ' xsi:type="xsd:QName"' if not value.datatype else f" xsi:type={quoteattr(short(value.datatype))}"
        kind = f" xml:lang={quoteattr(value.language)}" if value.language else kind
        text = short(value.text) if not value.datatype else value.text
        parts.append(f"<{short(name)}{kind}>{escape(text)}</{short(name)}>")
    return "".join([*parts, f"</prov:{row.kind}>"])


_QUALIFIED = {
    "wasGeneratedBy": ("Generation", ("activity", "atTime")),
    "used": ("Usage", ("entity", "atTime")),
    "wasInformedBy": ("Communication", ("activity",)),
    "wasStartedBy": ("Start", ("entity", "hadActivity", "atTime")),
    "wasEndedBy": ("End", ("entity", "hadActivity", "atTime")),
    "wasInvalidatedBy": ("Invalidation", ("activity", "atTime")),
    "wasDerivedFrom": ("Derivation", ("entity", "hadActivity", "hadGeneration", "hadUsage")),
    "wasAttributedTo": ("Attribution", ("agent",)),
    "wasAssociatedWith": ("Association", ("agent", "hadPlan")),
    "actedOnBehalfOf": ("Delegation", ("agent", "hadActivity")),
    "wasInfluencedBy": ("Influence", ("influencer",)),
}


def quads(document: Document) -> Iterator[ox.Quad]:
    """As PROV-O, in the qualified form."""
    count = 0
    for instance in document.instances():
        graph: Any = ox.NamedNode(instance.name) if instance.name else ox.DefaultGraph()
        for row in instance.statements:
            count += 1
            for s, p, o in _triples(row, f"b{count}"):
                yield ox.Quad(_node(s), ox.NamedNode(p), o, graph)


def _node(name: str) -> Any:
    return ox.BlankNode(name[2:]) if name.startswith("_:") else ox.NamedNode(name)


def _time(text: str) -> ox.Literal:
    return ox.Literal(text, datatype=ox.NamedNode(XSD + "dateTime"))


def _triples(row: Statement, blank: str) -> Iterator[tuple[str, str, Any]]:
    kind, arguments = row.kind, row.arguments
    if kind in OBJECTS:
        subject = row.id or ""
        yield subject, RDF + "type", ox.NamedNode(PROV + kind.capitalize())
        for name, time in zip(("startedAtTime", "endedAtTime"), arguments, strict=False):
            if time:
                yield subject, PROV + name, _time(time)
    elif kind in NAMELESS:
        yield arguments[0] or "", PROV + kind, _node(arguments[1] or "")
        if kind == "mentionOf":
            yield arguments[0] or "", PROV + "asInBundle", _node(arguments[2] or "")
        return
    else:
        class_, properties = _QUALIFIED[kind]
        subject = row.id or f"_:{blank}"
        if arguments[0]:
            yield arguments[0], f"{PROV}qualified{class_}", _node(subject)
        yield subject, RDF + "type", ox.NamedNode(PROV + class_)
        for name, value in zip(properties, arguments[1:], strict=True):
            if value:
                yield subject, PROV + name, _time(value) if name == "atTime" else _node(value)
    for name, value in row.attributes:
        predicate = RDF + "type" if name == PROV + "type" and not value.datatype else name
        if not value.datatype:
            yield subject, predicate, _node(value.text)
        elif value.language:
            yield subject, predicate, ox.Literal(value.text, language=value.language)
        else:
            yield subject, predicate, ox.Literal(value.text, datatype=ox.NamedNode(value.datatype))


def rdf(document: Document, form: ox.RdfFormat) -> bytes:
    """As PROV-O in one of RDF's syntaxes; those without graphs lose the bundles."""
    found: Iterable[Any] = quads(document)
    if form in (ox.RdfFormat.TURTLE, ox.RdfFormat.N_TRIPLES, ox.RdfFormat.RDF_XML):
        found = [ox.Triple(q.subject, q.predicate, q.object) for q in found]
    return ox.serialize(found, format=form) or b""


WRITERS: dict[str, Any] = {
    "prov-n": lambda d: provn(d).encode(),
    "prov-json": lambda d: prov_json(d).encode(),
    "prov-xml": lambda d: prov_xml(d).encode(),
    "turtle": lambda d: rdf(d, ox.RdfFormat.TURTLE),
    "trig": lambda d: rdf(d, ox.RdfFormat.TRIG),
    "n-triples": lambda d: rdf(d, ox.RdfFormat.N_TRIPLES),
    "n-quads": lambda d: rdf(d, ox.RdfFormat.N_QUADS),
    "rdf-xml": lambda d: rdf(d, ox.RdfFormat.RDF_XML),
    "json-ld": lambda d: rdf(d, ox.RdfFormat.JSON_LD),
}
"""Syntax to a function that writes a document in it."""
