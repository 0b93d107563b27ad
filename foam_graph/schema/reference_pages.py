"""The two pages for people, ``docs/reference/graph.md`` and ``docs/reference/glossary.md``, from the same tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pydantic import BaseModel, ConfigDict

from foam_graph.errors import ModelViolation
from foam_graph.model import nodes
from foam_graph.model.kinds import BESIDE_FIELDS, CAPTION, PARTLY_ERASED, PEOPLE, EdgeKind, Field, NodeKind, Role
from foam_graph.resources import load_yaml, package_file
from foam_graph.schema.owl import EXPORTED, STORED, may_write
from foam_graph.schema.terms import (
    AIF_NODES,
    MARK,
    activity_rows,
    edge_rows,
    field_uses,
    inherited,
    node_rows,
    prov_classes,
    prov_misfit,
)

_TYPES = {"str": "text", "int": "integer", "float": "number", "bool": "true or false", "json": "JSON text"}
_CITED = re.compile(r"\bprotocol (\d+(?:\.\d+)?)\b")
_FIELD_HEAD = ("field", "type", "must be there", "personal", "meaning")
_READING = """\
Nothing in the graph is ever changed or deleted, but personal texts can be erased. Every node and edge is written by one
activity, and one role performs it. The write path refuses a kind that the role may not write.

- **must be there**: the writer has to give the field; where it says no, an absent field is simply not stored.
- **personal**: the field may hold personal text. Hashes cover a salted commitment to it, so it can be erased later. What is
  *common* says the same in many rows: it goes with its row, and is not looked for elsewhere.
- **arguable**: the node may be attacked by a critique, rated over and labelled.
- **PROV**: the W3C PROV-O class or property that the kind specialises. A tilde (~) marks a property that is only
  related, because direction or ends differ; [foam.ttl](../../ontology/foam.ttl) says why.
- **AIF**: the node type of the Argument Interchange Format that comes closest.
"""


def graph_page() -> str:
    """The page of kinds, fields, writers and edges, in Markdown."""
    edges = edge_rows()
    parts = [
        f"{MARK}\n",
        "# The graph\n",
        _READING,
        "## Roles\n",
        _table(("role", "held by", "may write"), map(_role, Role)),
        "## What every node and edge carries\n",
        "Edges have no `id`.\n",
        _fields(STORED),
        "Every node and activity of today's row form also has a `caption`. A row with a personal field has a `salt` and a\n"
        "`commitment`; one of which some fields were erased has `partly_erased` in place of the salt. No export but a full\n"
        "one has these.\n",
        _fields((CAPTION, *BESIDE_FIELDS, PARTLY_ERASED)),
        "## What only an export has\n",
        _table(("field", "on", "type", "meaning"), map(_exported, EXPORTED.values())),
        "## Kinds of nodes\n",
        _table(
            ("kind", "meaning", "written by", "arguable", "PROV", "AIF"),
            (_kind(row) for row in node_rows()),
        ),
        "## Fields of each kind\n",
        *(_section(row) for row in node_rows()),
        "## Kinds of activities\n",
        _table(("kind", "meaning", "performed by"), map(_performed, activity_rows())),
        "Every activity has these fields:\n",
        _fields(nodes.ACTIVITY_FIELDS),
        "## Kinds of edges\n",
        "An edge is drawn by the activity that creates its start, unless *later* says that the start may be older. The\n"
        "store itself draws the edges whose writer is *the store*.\n",
        _table(("edge", "from → to", "meaning", "drawn by", "later", "PROV", "AIF"), map(_edge, edges)),
        "## Fields of edges\n",
        *(f"### {row.type}\n\n{_fields(row.fields)}" for row in edges if row.fields),
    ]
    return _linked("\n".join(parts))


def _personal(field: Field) -> str:
    return "common" if field.common else "yes" if field.personal else ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *(tuple(map(_cell, row)) for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _writers(row: NodeKind | EdgeKind) -> str:
    if isinstance(row, EdgeKind) and row.automatic:
        return "the store"
    return "any role" if row.writers == frozenset(Role) else ", ".join(r for r in Role if r in row.writers)


def _role(role: Role) -> tuple[str, ...]:
    holder = "person" if role in PEOPLE else "software agent"
    return f"**{role}**", holder, _code(may_write(role)) or "nothing"


def _kind(row: NodeKind) -> tuple[str, ...]:
    name = f"[{row.label}](#{row.label.lower()})"
    prov = ", ".join(f"prov:{class_}" for class_ in prov_classes(row))
    return name, row.doc, _writers(row), "yes" if row.arguable else "", prov, _aif(row.aif)


def _aif(name: str) -> str:
    return f"{name} ({AIF_NODES[name]})" if name else ""


def _section(row: NodeKind) -> str:
    also = f" Also a {' and a '.join(row.also)}, whose fields it has too." if row.also else ""
    named = " Its id is given by its writer." if row.named else ""
    return f"### {row.label}\n\n{row.doc}{also}{named}\n\n{_fields(field for _, field in inherited(row))}"


def _fields(fields: Iterable[Field]) -> str:
    return _table(_FIELD_HEAD, (_field(field) for field in fields))


def _field(field: Field) -> tuple[str, ...]:
    must = "yes" if field.required else "no"
    return f"`{field.name}`", _type(field), must, _personal(field), field.doc + _limits(field)


def _exported(found: tuple[tuple[str, ...], Field]) -> tuple[str, ...]:
    owners, field = found
    return f"`{field.name}`", ", ".join(owners), _type(field), field.doc


def _type(field: Field) -> str:
    name = _TYPES[field.type.removesuffix("[]")]
    return f"list of {name}s" if field.type.endswith("[]") else name


def _limits(field: Field) -> str:
    if field.values:
        return f" One of {_code(map(str, field.values))}."
    if field.low is not None and field.high is not None:
        return f" From {field.low} to {field.high}."
    if field.low is not None:
        return f" At least {field.low}."
    return f" At most {field.high}." if field.high is not None else ""


def _performed(row: NodeKind) -> tuple[str, ...]:
    return f"**{row.label}**", row.doc, _writers(row)


def _edge(row: EdgeKind) -> tuple[str, ...]:
    prov = f"{'~ ' if prov_misfit(row) else ''}prov:{row.prov}" if row.prov else ""
    later = "" if row.from_new or row.automatic else "later"
    path = f"{_ends(row.starts)} → {_ends(row.ends)}"
    return f"**{row.type}**", path, row.doc, _writers(row), later, prov, _aif(row.aif)


def _ends(labels: tuple[str, ...]) -> str:
    named = (
        ("any node", [row.label for row in node_rows()]),
        ("any arguable node", [row.label for row in node_rows() if row.arguable]),
        ("any activity", [row.label for row in activity_rows()]),
    )
    for name, kinds in named:
        if set(labels) == set(kinds):
            return name
    return ", ".join("any activity" if label == "Activity" else label for label in labels)


class Choice(BaseModel):
    """A word chosen for a concept.

    Attributes:
        word: The word.
        meaning: What it means; empty where it is a kind, whose row says so.
        instead_of: Words that are not used for the concept.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    word: str
    meaning: str = ""
    instead_of: tuple[str, ...] = ()


class Choices(BaseModel):
    """The file ``glossary.yaml``: the words chosen, in any order."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: tuple[Choice, ...]


def choices() -> tuple[Choice, ...]:
    """The chosen words, in alphabetical order.

    Raises:
        DataFileError: The file does not fit its schema.
        ModelViolation: A word has no meaning of its own and is no kind, or is chosen and avoided at once.
    """
    file = "glossary.yaml"
    found = sorted(load_yaml(file, Choices, package_file(__package__, file)).words, key=lambda c: c.word.lower())
    known = {row.label.lower() for row in (*node_rows(), *activity_rows())}
    chosen = [c.word.lower() for c in found]
    for choice in found:
        word = choice.word.lower()
        if chosen.count(word) > 1 or any(word in map(str.lower, c.instead_of) for c in found):
            raise ModelViolation(f"{file}: {choice.word!r} stands there twice", "Choose one word for each concept.")
        if bool(choice.meaning) == (word in known):
            raise ModelViolation(
                f"{file}: {choice.word!r} needs one meaning, here or in the tables", "Give its meaning in one place."
            )
    return tuple(found)


def _chosen() -> Iterator[tuple[str, ...]]:
    docs = {row.label.lower(): row.doc for row in (*activity_rows(), *node_rows())}
    for choice in choices():
        meaning = choice.meaning or docs[choice.word.lower()]
        yield f"**{choice.word}**", meaning, ", ".join(choice.instead_of)


def glossary_page() -> str:
    """The page of words, in alphabetical order, in Markdown.

    Raises:
        DataFileError: ``glossary.yaml`` does not fit its schema.
        ModelViolation: ``glossary.yaml`` gives two meanings or none for a word.
    """
    words = [*_roles(), *_kinds(), *_field_words(), *_values()]
    words.sort(key=lambda row: (row[0].strip("`").lower(), row[1], row[2]))
    parts = [
        f"{MARK}\n",
        "# Glossary\n",
        "One word stands for one concept, and a concept has one word: in the graph, in the exports, on the screen.\n",
        "## Words chosen\n",
        _table(("say", "meaning", "not"), _chosen()),
        "## Names in the graph\n",
        "Every kind of node, activity and edge and every role has one name, the same in the graph and in the ontology.\n"
        "A field or value means what the kind it belongs to says. Kinds and edges in full: [The graph](graph.md).\n",
        _table(("name", "what it is", "meaning"), words),
    ]
    return _linked("\n".join(parts))


def _linked(page: str) -> str:
    """A page whose citations of the protocol lead to its sections."""
    return _CITED.sub(r"[protocol \1](../explanation/protocol.md#\1)", page)


def _roles() -> Iterator[tuple[str, str, str]]:
    for role in Role:
        holder = "person" if role in PEOPLE else "software agent"
        yield f"`{role}`", "role", f"A {holder} acts in it; what it may write: [Roles](graph.md#roles)."


def _kinds() -> Iterator[tuple[str, str, str]]:
    for row in node_rows():
        yield f"`{row.label}`", f"[node](graph.md#{row.label.lower()})", row.doc
    for row in activity_rows():
        yield f"`{row.label}`", "[activity](graph.md#kinds-of-activities)", row.doc
    for edge in edge_rows():
        yield (
            f"`{edge.type}`",
            "[edge](graph.md#kinds-of-edges)",
            f"{edge.doc} {_ends(edge.starts)} → {_ends(edge.ends)}.",
        )


def _field_words() -> Iterator[tuple[str, str, str]]:
    uses = field_uses()
    own = [("everything", field) for field in STORED] + [("an export", field) for _, field in EXPORTED.values()]
    for owner, field in own:
        uses.setdefault(field.name, []).append((owner, field))
    for name, found in uses.items():
        docs: dict[str, list[str]] = {}
        for owner, field in found:
            docs.setdefault(field.doc, []).append(owner)
        for doc, owners in docs.items():
            yield f"`{name}`", f"field of {', '.join(owners)}", doc


def _values() -> Iterator[tuple[str, str, str]]:
    places: dict[str, list[str]] = {}
    for name, found in field_uses().items():
        for owner, field in found:
            for value in field.values if name != "role" else ():
                places.setdefault(value, []).append(f"{owner}.{name}")
    for value, where in places.items():
        yield f"`{value}`", "value", f"One of the values of {_code(where)}."
