"""The style for Neo4j Browser: read by the rules of the Browser's own reader, and held against the tables and a chain."""

from __future__ import annotations

import re
import uuid

from foam_graph.model.delta import SELF, Delta, Ref
from foam_graph.model.edges import EDGES
from foam_graph.model.nodes import ACTIVITIES, NODES, labels_of
from foam_graph.schema.files import generated
from foam_graph.schema.grass import COLOURS, letters_on
from foam_graph.store.store import Store
from tests.support.chains.deltas import claim, draft

Rules = dict[str, dict[str, str]]


def read(text: str) -> Rules:
    """The rules, as neo4j-browser reads them: braces count outside of quotes, a value has no colon, nothing is a comment."""
    rules: Rules = {}
    selector, body, depth, is_quoted = "", "", 0, False
    for one in text:
        if one in "'\"":
            is_quoted = not is_quoted
        elif one == "{" and not is_quoted:
            depth += 1
        elif one == "}" and not is_quoted:
            depth -= 1
            pairs = [part.split(":") for part in body.split(";")]
            rules[selector] = {pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2}
            selector, body = "", ""
        elif depth:
            body += one
        elif not one.isspace():
            selector += one
    assert (selector, body, depth, is_quoted) == ("", "", 0, False)
    return rules


RULES = read(generated()["ontology/foam.grass"])


def shown(labels: tuple[str, ...]) -> dict[str, str]:
    """What a node with some labels looks like: every rule that fits, a later one over an earlier one."""
    found: dict[str, str] = {}
    for selector, properties in RULES.items():
        kind, _, label = selector.partition(".")
        if kind == "node" and label in ("", *labels):
            found |= properties
    return found


def test_each_label_and_each_edge_has_a_rule_and_no_other_has() -> None:
    nodes = {name.removeprefix("node.") for name in RULES if name.startswith("node.")}
    assert nodes == {*NODES, *ACTIVITIES, "Artifact", "Activity"}
    assert {name.removeprefix("relationship.") for name in RULES if name.startswith("relationship.")} == set(EDGES)
    assert {"node", "relationship"} <= RULES.keys()


def test_every_value_is_one_that_the_browser_draws() -> None:
    for name, properties in RULES.items():
        caption = "<type>" if name.startswith("relationship") else "{caption}"
        assert properties["caption"] == caption
        assert re.fullmatch(r"#[0-9a-f]{6}", properties["color"])
        assert all(re.fullmatch(r"\d+px|#[0-9a-f]{6}|\{caption\}|<type>", value) for value in properties.values())


def test_a_kind_that_is_another_one_too_looks_as_itself() -> None:
    own = {kind: colour for colour, kinds in COLOURS.items() for kind in kinds}
    for kind in NODES:
        assert shown(labels_of(kind))["color"] == own.get(kind, shown(("Artifact",))["color"])
        assert shown(labels_of(kind)) == {**shown(labels_of(kind)), **RULES[f"node.{kind}"]}


def test_no_kind_is_in_two_groups_and_letters_can_be_read() -> None:
    grouped = [kind for kinds in COLOURS.values() for kind in kinds]
    assert sorted(grouped) == sorted(set(grouped))
    assert set(grouped) <= NODES.keys()
    assert [letters_on(colour) for colour in ("#ffffff", "#000000", "#f2b134", "#3b7dd8")] == [
        "#000000", "#ffffff", "#000000", "#ffffff",
    ]  # fmt: skip


def test_the_caption_of_each_label_is_a_property_that_its_nodes_have(store: Store) -> None:
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "a test")
    delta = Delta()
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim(delta))
    store.commit(draft(run), delta)
    rows = store.read("MATCH (n {run: $run}) RETURN labels(n) AS labels, properties(n) AS props", run=run)
    assert {label for row in rows for label in row["labels"]} >= {"Run", "Claim", "Opening", "AgentTurn"}
    for row in rows:
        name = shown(tuple(row["labels"]))["caption"].strip("{}")
        assert row["props"][name]
    activities = [row["props"]["kind"] in row["labels"] for row in rows if "Activity" in row["labels"]]
    assert activities == [True, True]
