"""A full export read back into rows: its quads are sorted by what they are about, and each thing becomes a row.

Nothing is believed here: whether the rows hold is for the ledger's rules to say, and whether the file says what the rows
say is found out by exporting them again.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson
import pyoxigraph as ox

from foam_graph.advice import Action, NextStep
from foam_graph.errors import DataFileError, StoreFault, VerifyError
from foam_graph.exchange.prov_export.edges import REVERSED
from foam_graph.exchange.prov_export.ledger import COMMITMENTS, EXACT, HASHES, ROW_COMMITMENT
from foam_graph.exchange.prov_export.marking import PROSE
from foam_graph.exchange.prov_export.spool import Placed, Spool
from foam_graph.exchange.prov_export.terms import FOAM, ID, REL, declared, text_of
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.model.row_commitment import BESIDE
from foam_graph.prov import read_file
from foam_graph.prov.model import Attribute, Statement
from foam_graph.prov.read.prov_o import FORMATS
from foam_graph.prov.vocabulary import PLAIN, PROV, RDF
from foam_graph.prov.write.prov_o import Quads
from foam_graph.prov.write.sorted_lines import SortedLines
from foam_graph.store.reading import kind_of

HINT = NextStep(Action.EXPORT_PROV, "Take an unbroken export made with")
_SUBJECT, _BUNDLE = "subject", "bundle"
_SHORT = frozenset(PROV + row.short for row in PLAIN.values())
_LITERAL = {"int": int, "float": float}
_LARGEST = 2**63 - 1
_STAMPED = ("id", "seq", "ord")


class Manner(NamedTuple):
    """How a file is written.

    Attributes:
        named: Whether it has bundles.
        shortcuts: Whether it has unqualified properties too.
        selectors: Whether it has what only the syntaxes of RDF say.
    """

    named: bool
    shortcuts: bool
    selectors: bool


def read_export(path: Path, syntax: str, spool: Spool, said: SortedLines) -> Manner:
    """Reads a full export.

    Args:
        path: The file.
        syntax: One of ``foam_graph.prov.SYNTAXES``.
        spool: Where its rows go.
        said: Where its canonical N-Quads lines go, those of prose without their wording.

    Raises:
        DataFileError: It is not what its syntax asks for.
        VerifyError: It is no full export of ours, or contradicts itself.
    """
    with SortedLines() as facts:
        named = shortcuts = False
        try:
            for quad in _quads(path, syntax):
                said.add([f"{_unworded(quad)} .\n"])
                named = named or isinstance(quad.graph_name, ox.NamedNode)
                shortcuts = shortcuts or quad.predicate.value in _SHORT
                if fact := _fact(quad, path):
                    facts.add([fact])
        except SyntaxError as fault:
            raise DataFileError(str(path), fault.lineno or 0, str(fault.msg), HINT) from None
        spool.merged = not named
        for key, group in groupby(map(orjson.loads, facts), key=lambda fact: str(fact[0])):
            _Thing(key, group, spool).row()
    spool.close()
    return Manner(named, shortcuts, syntax in FORMATS)


def _unworded(quad: ox.Quad) -> ox.Quad:
    if quad.predicate.value not in PROSE:
        return quad
    return ox.Quad(quad.subject, quad.predicate, ox.Literal(""), quad.graph_name)


def _quads(path: Path, syntax: str) -> Iterator[ox.Quad]:
    if syntax in FORMATS:
        yield from ox.parse(path=str(path), format=FORMATS[syntax])
        return
    document = read_file(path, syntax)
    with tempfile.TemporaryFile() as file:
        quads = Quads()
        for instance in document.instances():
            if instance.name:
                quads.bundle(instance.name)
            for statement in instance.statements:
                try:
                    file.write(quads.lines(quads.of(_own(statement))).encode())
                except KeyError:
                    told = f"{statement.kind} is in no export of ours"
                    raise DataFileError(str(path), statement.line, told, HINT) from None
        yield from _parsed(file)


def _own(s: Statement) -> Statement:
    return s._replace(attributes=tuple(map(Attribute, s.attributes)))


def _parsed(file: IO[bytes]) -> Iterator[ox.Quad]:
    file.seek(0, io.SEEK_SET)
    yield from ox.parse(file, ox.RdfFormat.N_QUADS)


def _fact(quad: ox.Quad, path: Path) -> str:
    """One line: what it is about, property, value. Nothing where no row is made of it."""
    subject, object_ = quad.subject, quad.object
    if not isinstance(subject, ox.NamedNode) or isinstance(object_, ox.BlankNode | ox.Triple):
        raise VerifyError(f"{path} has things without names, and no export of ours has any", HINT)
    name = quad.predicate.value
    key, value = subject.value, object_.value
    if name.startswith(PROV + "qualified"):
        key, name, value = value, _SUBJECT, key
    elif name == RDF + "type" and value == PROV + "Entity" and isinstance(quad.graph_name, ox.NamedNode):
        name, value = _BUNDLE, quad.graph_name.value
    if not key.startswith((ID, REL)):
        return ""
    return orjson.dumps([key, name, value]).decode() + "\n"


class _Thing:
    """One thing of an export with all that is said of it.

    Args:
        key: Its IRI.
        facts: What is said of it.
        spool: Where its row goes.
    """

    def __init__(self, key: str, facts: Iterator[list[str]], spool: Spool) -> None:
        self.key = key
        self.spool = spool
        self.types: set[str] = set()
        self.bundles: set[str] = set()
        self.values: dict[str, list[str]] = {}
        for _, name, value in facts:
            if name == RDF + "type":
                self.types.add(value)
            elif name == _BUNDLE:
                self.bundles.add(value)
            else:
                self.values.setdefault(name, []).append(value)

    def row(self) -> None:
        if self.key.startswith(ID):
            self._node()
            return
        parts = self.key[len(REL) :].split(".")
        if len(parts) == 3 and parts[1] == "edge":
            self._edge(text_of(parts[0]), parts[2])
        elif len(parts) == 2 and parts[1] == "WAS_GENERATED_BY":
            run, seq = self._place(text_of(self._one(PROV + "activity")[len(ID) :]))
            self.spool.generation(text_of(parts[0]), run, seq, self._one(PROV + "atTime"))
        elif len(parts) == 3 and parts[1] == "USED" and PROV + "Communication" in self.types:
            self.spool.informing(text_of(parts[2]))

    def _node(self) -> None:
        kinds = {t[len(FOAM) :] for t in self.types if t.startswith(FOAM)}
        own = text_of(self.key[len(ID) :])
        if acts := kinds & ACTIVITIES.keys():
            if FOAM + "hash" not in self.values:
                raise VerifyError(f"{own} in {self.spool.path} has no hash: the export was not made with --full", HINT)
            run, seq = self._place(own)
            kind = sorted(acts)[0]
            props = {**self._fields(kind, HASHES), "kind": kind}
            self.spool.activity(run, seq, kind, self._one(PROV + "startedAtTime"), props)
        elif kinds & NODES.keys():
            try:
                kind = kind_of(["Artifact", *kinds])
            except StoreFault as fault:
                raise VerifyError(f"{own} in {self.spool.path}: {fault.message}", HINT) from None
            self.spool.node(own, kind, self._whole(FOAM + "ord"), self._fields(kind))
            for bundle in self.bundles:
                self.spool.said_in(text_of(bundle[len(ID) :]), own)

    def _edge(self, activity: str, place: str) -> None:
        types = sorted(t[len(FOAM) :] for t in self.types if t.startswith(FOAM))
        if len(types) != 1 or types[0] not in EDGES:
            raise self._fault(f"is of the types {types}")
        start = self._one(_SUBJECT)
        other = [self._one(PROV + name) for name in ("entity", "influencer") if PROV + name in self.values]
        if len(other) != 1 or not (start.startswith(ID) and other[0].startswith(ID)):
            raise self._fault("has not two ends")
        ends = [text_of(start[len(ID) :]), text_of(other[0][len(ID) :])]
        if types[0] in REVERSED and PROV + "Derivation" in self.types:
            ends.reverse()
        run, seq = self._place(activity)
        self.spool.edge(Placed(run, seq, self._number(place), types[0], ends[0], ends[1], self._fields(types[0])))

    def _fields(self, kind: str, more: tuple[str, ...] = ()) -> dict[str, Any]:
        """The stored fields: those of the model's tables, salts and commitments."""
        found: dict[str, Any] = {}
        for field in declared(kind):
            if FOAM + field.name in self.values:
                found[field.name] = self._value(field, self._one(FOAM + field.name))
        for name in more:
            if FOAM + name in self.values:
                found[name] = self._one(FOAM + name)
        for name, pair in self._object(COMMITMENTS).items():
            if not isinstance(pair, list) or len(pair) != 2:
                raise self._fault(f"has no salt and commitment of {name}")
            found.update({f"{name}_{what}": one for what, one in zip(("salt", "commitment"), pair, strict=True) if one})
        row = self._object(ROW_COMMITMENT)
        if other := sorted(row.keys() - BESIDE):
            raise self._fault(f"has {other[0]} among what opens its texts")
        found.update(row)
        if FOAM + "redacted" in self.values:
            raise self._fault("was redacted")
        return {**found, **self._object(EXACT)}

    def _value(self, field: Field, text: str) -> Any:
        try:
            if field.type == "bool":
                return {"true": True, "false": False}[text]
            if field.type.endswith("[]"):
                return self._list(field, text)
            if field.type == "int" and abs(int(text)) > _LARGEST:
                raise ValueError(text)
            return _LITERAL.get(field.type, str)(text)
        except (ValueError, KeyError):
            raise self._fault(f"has the {field.name} {text[:80]!r}, which is no {field.type}") from None

    def _list(self, field: Field, text: str) -> list[Any]:
        if FOAM + "exact" in self.values and field.name in self._object(EXACT):
            return []  # what is exact takes its place
        found = orjson.loads(text)
        if not isinstance(found, list):
            raise ValueError(text)
        # Canonical JSON writes 1.0 as 1.
        return [float(one) if field.type == "float[]" and type(one) is int else one for one in found]

    def _object(self, name: str) -> Mapping[str, Any]:
        if name not in self.values:
            return {}
        try:
            found = orjson.loads(self._one(name))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._fault(f"has a {name[len(FOAM) :]} that is no JSON object")
        return found

    def _one(self, name: str) -> str:
        found = self.values.get(name, [])
        if len(found) != 1:
            short = name.rpartition("#")[2]
            raise self._fault(f"says {short} {len(found)} times")
        return found[0]

    def _whole(self, name: str) -> int:
        return self._number(self._one(name))

    def _number(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 18):
            raise self._fault(f"has the number {text[:40]!r}")
        return int(text)

    def _place(self, activity: str) -> tuple[str, int]:
        run, _, seq = activity.rpartition("-")
        return run, self._number(seq)

    def _fault(self, told: str) -> VerifyError:
        return VerifyError(f"{self.key.rpartition('/')[2]} in {self.spool.path} {told}", HINT)
