"""Plain Python that writes the very bytes of an export of the benchmark's chain: the fair peer of bench_prov_export.py.

One loop over the same rows and f-strings, hand-written for the row kinds that the benchmark makes. Literals are escaped, as
both syntaxes demand; nothing is checked, no table of the model is asked, nothing is hashed or counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

BASE = "https://w3id.org/foam-graph/"
PROV, XSD = "http://www.w3.org/ns/prov#", "http://www.w3.org/2001/XMLSchema#"
A, LABEL = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", "<http://www.w3.org/2000/01/rdf-schema#label>"
CONTEST = (
    "Any part can be challenged by its id: foam challenge ID. A challenge is recorded, answered and never deleted."
)
NODES = ("Claim", "EvidenceRecord", "Warrant")
SHAPES = {"PROPOSES": "", "SUPPORTS": "Derivation", "WARRANTS": "Influence", "USES": "Derivation"}
TURTLE_HEAD = f"""@prefix by: <{BASE}agent/> .
@prefix foam: <{BASE}ontology#> .
@prefix id: <{BASE}id/> .
@prefix model: <{BASE}model/> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix prov: <{PROV}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rel: <{BASE}relation/> .
@prefix xsd: <{XSD}> .
"""


def q(text: str) -> str:
    """A text between quotation marks, escaped."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    return f'"{text}"'


def j(values: list[Any]) -> str:
    """A list as one JSON text."""
    return q(json.dumps(values, separators=(",", ":"), ensure_ascii=False))


def rows_of(source: Any, run: str, text: str) -> Iterator[tuple[dict[str, Any], list[Any], list[Any]]]:
    """Each activity with its nodes and edges, read in ranges."""
    low = 0
    while acts := source.ask("ledger_activities", run=run, low=float(low), limit=200):
        high = acts[-1]["props"]["seq"] + 1
        nodes = {row["seq"]: row["rows"] for row in source.ask("run_nodes", run=run, low=low, high=high)}
        edges = {row["seq"]: row["rows"] for row in source.read(text, run=run, low=low, high=high)}
        for row in acts:
            seq = row["props"]["seq"]
            yield row["props"], nodes[seq], edges[seq]
        low = high


def write_nquads(source: Any, run: str, text: str, out: IO[bytes]) -> None:
    """N-Quads."""
    head = source.ask("prov_head", run=run)[0]
    own, agents, at = head["props"], head["agents"], head["last"]
    s, f, integer = f"<{BASE}id/{run}>", f"{BASE}ontology#", f"^^<{XSD}int>"
    stated = f"AI-assisted: made by {', '.join(agents)} for {own['operator']}, {head['begun']} to {at}. {CONTEST}"
    lines = [
        f"{s} {A} <{PROV}Entity> .\n{s} {A} <{f}Run> .\n{s} {A} <{PROV}Bundle> .\n{s} {LABEL} {q(own['title'])} .\n"
    ]
    lines += [f'{s} <{f}aiAssisted> "true"^^<{XSD}boolean> .\n{s} <{f}aiStatement> {q(stated)} .\n']
    lines += [f"{s} <{f}assistedBy> {j(agents)} .\n{s} <{f}models> {j(head['models'])} .\n"]
    lines += [f'{s} <{f}people> "{head["people"]}"{integer} .\n{s} <{f}operatedBy> {q(own["operator"])} .\n']
    lines += [f"{s} <{f}corpora> {j(head['corpora'])} .\n{s} <{f}begun> {q(head['begun'])} .\n"]
    lines += [f"{s} <{f}lastWritten> {q(at)} .\n{s} <{f}contest> {q(CONTEST)} .\n"]
    lines += [f"{s} <{f}{name}> {q(own[name])} .\n" for name in ("kind", "title", "operator", "software", "id")]
    lines += [f'{s} <{f}seq> "{own["seq"]}"{integer} .\n{s} <{f}ord> "{own["ord"]}"{integer} .\n']
    end, met, told = f" <{BASE}id/{run}> .\n", set(), set()
    operator = own["operator"].replace(" ", "%20")
    o = f"<{BASE}agent/operator.{operator}>"
    lines += [f"{o} {A} <{PROV}Agent>{end}{o} {A} <{PROV}Organization>{end}{o} {LABEL} {q(own['operator'])}{end}"]
    out.write("".join(lines).encode())
    id_, rel = f"<{BASE}id/", f"<{BASE}relation/"
    before = ""
    for act, nodes, edges in rows_of(source, run, text):
        name, agent, role = act["id"], act["agent"], act["role"]
        a, time, seq = f"{id_}{name}>", f'"{act["at"]}"^^<{XSD}dateTime>', f'"{act["seq"]}"{integer}'
        parts = []
        if agent not in met:
            met.add(agent)
            g, d = f"<{BASE}agent/software.{agent}>", f"{rel}software.{agent}.for.operator.{operator}>"
            parts += [f"{g} {A} <{PROV}Agent>{end}{g} {A} <{PROV}SoftwareAgent>{end}{g} {LABEL} {q(agent)}{end}"]
            parts += [f"{g} <{f}agent> {q(agent)}{end}{g} <{PROV}qualifiedDelegation> {d}{end}"]
            parts += [f"{d} {A} <{PROV}Delegation>{end}{d} <{PROV}agent> {o}{end}"]
        label = q(f"{act['step']} ({role})")
        by = f"{rel}{name}.BY>"
        parts.append(
            f"{a} {A} <{PROV}Activity>{end}{a} <{PROV}startedAtTime> {time}{end}{a} <{PROV}endedAtTime> {time}{end}"
            f"{a} {A} <{f}{act['kind']}>{end}{a} {LABEL} {label}{end}{a} <{f}role> {q(role)}{end}"
            f"{a} <{f}step> {q(act['step'])}{end}{a} <{f}agent> {q(agent)}{end}{a} <{f}id> {q(name)}{end}"
            f"{a} <{f}seq> {seq}{end}{a} <{PROV}qualifiedAssociation> {by}{end}{by} {A} <{PROV}Association>{end}"
            f"{by} <{PROV}agent> <{BASE}agent/software.{agent}>{end}{by} <{PROV}hadRole> <{f}{role}>{end}"
        )
        if role not in told:
            told.add(role)
            parts.append(f"<{f}{role}> {A} <{PROV}Role>{end}")
        if before:
            n = f"{rel}{name}.NEXT>"
            parts.append(
                f"{a} <{PROV}qualifiedCommunication> {n}{end}{n} {A} <{PROV}Communication>{end}"
                f"{n} <{PROV}activity> {id_}{before}>{end}{n} {A} <{f}NEXT>{end}"
            )
        before = name
        for used in act.get("used", ()):
            u = f"{rel}{name}.USED.{used}>"
            parts.append(
                f"{a} <{PROV}qualifiedUsage> {u}{end}{u} {A} <{PROV}Usage>{end}"
                f"{u} <{PROV}entity> {id_}{used}>{end}{u} <{PROV}atTime> {time}{end}"
            )
        for labels, node in nodes:
            kind, me = labels[1], f"{id_}{node['id']}>"
            w = f"{rel}{node['id']}.WAS_GENERATED_BY>"
            if kind == "Claim":
                said = q(node["text"])
                body = (
                    f"{me} {LABEL} {said}{end}{me} <{f}text> {said}{end}{me} <{f}leaf> {q(node['leaf'])}{end}"
                    f"{me} <{f}component> {q(node['component'])}{end}{me} <{f}syllogism_type> {q(node['syllogism_type'])}{end}"
                    f"{me} <{f}stance_id> {q(node['stance_id'])}{end}{me} <{f}evidence> {q(node['evidence'])}{end}"
                    f"{me} <{f}values> {j(node['values'])}{end}{me} <{f}form> {q(node['form'])}{end}"
                    f'{me} <{f}words> "{node["words"]}"{integer}{end}'
                )
            elif kind == "EvidenceRecord":
                severable = "true" if node["severable"] else "false"
                body = (
                    f"{me} {LABEL} {q(node['tag'])}{end}{me} <{f}tag> {q(node['tag'])}{end}"
                    f"{me} <{f}sentence_ids> {j(node['sentence_ids'])}{end}{me} <{f}quotation> {q(node['quotation'])}{end}"
                    f'{me} <{f}documents> {j(node["documents"])}{end}{me} <{f}severable> "{severable}"^^<{XSD}boolean>{end}'
                    f"{me} <{f}flags> {j(node['flags'])}{end}{me} <{f}source_classes> {j(node['source_classes'])}{end}"
                )
            else:
                said = q(node["text"])
                body = f"{me} {LABEL} {said}{end}{me} <{f}text> {said}{end}"
            proposed = f"{w} {A} <{f}PROPOSES>{end}" if kind == "Claim" else ""
            parts.append(
                f"{me} {A} <{PROV}Entity>{end}{me} {A} <{f}{kind}>{end}{body}{me} <{f}id> {q(node['id'])}{end}"
                f'{me} <{f}seq> {seq}{end}{me} <{f}ord> "{node["ord"]}"{integer}{end}'
                f"{me} <{PROV}qualifiedGeneration> {w}{end}{w} {A} <{PROV}Generation>{end}"
                f"{w} <{PROV}activity> {a}{end}{w} <{PROV}atTime> {time}{end}{proposed}"
            )
        for type_, props, start, stop in edges:
            if not (shape := SHAPES[type_]):
                continue
            x, y = (stop[0], start[0]) if type_ == "SUPPORTS" else (start[0], stop[0])
            e, to = f"{rel}{name}.edge.{props['ord']}>", "entity" if shape == "Derivation" else "influencer"
            parts.append(
                f"{id_}{x}> <{PROV}qualified{shape}> {e}{end}{e} {A} <{PROV}{shape}>{end}"
                f"{e} <{PROV}{to}> {id_}{y}>{end}{e} {A} <{f}{type_}>{end}"
            )
        out.write("".join(parts).encode())


def write_turtle(source: Any, run: str, text: str, out: IO[bytes]) -> None:
    """Turtle."""
    head = source.ask("prov_head", run=run)[0]
    own, agents, at = head["props"], head["agents"], head["last"]
    stated = f"AI-assisted: made by {', '.join(agents)} for {own['operator']}, {head['begun']} to {at}. {CONTEST}"
    operator = own["operator"].replace(" ", "\\%20")
    out.write(
        (
            f"{TURTLE_HEAD}id:{run} a prov:Entity , foam:Run , prov:Bundle ;\n\trdfs:label {q(own['title'])} ;\n"
            f"\tfoam:aiAssisted true ;\n\tfoam:aiStatement {q(stated)} ;\n\tfoam:assistedBy {j(agents)} ;\n"
            f'\tfoam:models {j(head["models"])} ;\n\tfoam:people "{head["people"]}"^^xsd:int ;\n'
            f"\tfoam:operatedBy {q(own['operator'])} ;\n\tfoam:corpora {j(head['corpora'])} ;\n"
            f"\tfoam:begun {q(head['begun'])} ;\n\tfoam:lastWritten {q(at)} ;\n\tfoam:contest {q(CONTEST)} ;\n"
            f"\tfoam:kind {q(own['kind'])} ;\n\tfoam:title {q(own['title'])} ;\n\tfoam:operator {q(own['operator'])} ;\n"
            f'\tfoam:software {q(own["software"])} ;\n\tfoam:id {q(own["id"])} ;\n\tfoam:seq "{own["seq"]}"^^xsd:int ;\n'
            f'\tfoam:ord "{own["ord"]}"^^xsd:int .\nby:operator.{operator} a prov:Agent , prov:Organization ;\n'
            f"\trdfs:label {q(own['operator'])} .\n"
        ).encode()
    )
    before, met, told = "", set(), set()
    for act, nodes, edges in rows_of(source, run, text):
        name, agent, role = act["id"], act["agent"], act["role"]
        time, seq = f'"{act["at"]}"^^xsd:dateTime', f'"{act["seq"]}"^^xsd:int'
        parts = []
        if agent not in met:
            met.add(agent)
            d = f"rel:software.{agent}.for.operator.{operator}"
            parts.append(
                f"by:software.{agent} a prov:Agent , prov:SoftwareAgent ;\n\trdfs:label {q(agent)} ;\n\tfoam:agent {q(agent)} ;\n"
                f"\tprov:qualifiedDelegation {d} .\n{d} a prov:Delegation ;\n\tprov:agent by:operator.{operator} .\n"
            )
        label = q(f"{act['step']} ({role})")
        parts.append(
            f"id:{name} a prov:Activity ;\n\tprov:startedAtTime {time} ;\n\tprov:endedAtTime {time} ;\n\ta foam:{act['kind']} ;\n"
            f"\trdfs:label {label} ;\n\tfoam:role {q(role)} ;\n\tfoam:step {q(act['step'])} ;\n\tfoam:agent {q(agent)} ;\n"
            f"\tfoam:id {q(name)} ;\n\tfoam:seq {seq} ;\n\tprov:qualifiedAssociation rel:{name}.BY .\n"
            f"rel:{name}.BY a prov:Association ;\n\tprov:agent by:software.{agent} ;\n\tprov:hadRole foam:{role} .\n"
        )
        if role not in told:
            told.add(role)
            parts.append(f"foam:{role} a prov:Role .\n")
        if before:
            parts.append(
                f"id:{name} prov:qualifiedCommunication rel:{name}.NEXT .\nrel:{name}.NEXT a prov:Communication ;\n"
                f"\tprov:activity id:{before} ;\n\ta foam:NEXT .\n"
            )
        before = name
        parts += [
            f"id:{name} prov:qualifiedUsage rel:{name}.USED.{used} .\nrel:{name}.USED.{used} a prov:Usage ;\n"
            f"\tprov:entity id:{used} ;\n\tprov:atTime {time} .\n"
            for used in act.get("used", ())
        ]
        for labels, node in nodes:
            kind, me = labels[1], node["id"]
            if kind == "Claim":
                said = q(node["text"])
                body = (
                    f"\trdfs:label {said} ;\n\tfoam:text {said} ;\n\tfoam:leaf {q(node['leaf'])} ;\n"
                    f"\tfoam:component {q(node['component'])} ;\n\tfoam:syllogism_type {q(node['syllogism_type'])} ;\n"
                    f"\tfoam:stance_id {q(node['stance_id'])} ;\n\tfoam:evidence {q(node['evidence'])} ;\n"
                    f"\tfoam:values {j(node['values'])} ;\n\tfoam:form {q(node['form'])} ;\n"
                    f'\tfoam:words "{node["words"]}"^^xsd:int ;\n'
                )
            elif kind == "EvidenceRecord":
                severable = "true" if node["severable"] else "false"
                body = (
                    f"\trdfs:label {q(node['tag'])} ;\n\tfoam:tag {q(node['tag'])} ;\n"
                    f"\tfoam:sentence_ids {j(node['sentence_ids'])} ;\n\tfoam:quotation {q(node['quotation'])} ;\n"
                    f"\tfoam:documents {j(node['documents'])} ;\n\tfoam:severable {severable} ;\n"
                    f"\tfoam:flags {j(node['flags'])} ;\n\tfoam:source_classes {j(node['source_classes'])} ;\n"
                )
            else:
                said = q(node["text"])
                body = f"\trdfs:label {said} ;\n\tfoam:text {said} ;\n"
            proposed = " ;\n\ta foam:PROPOSES" if kind == "Claim" else ""
            parts.append(
                f"id:{me} a prov:Entity , foam:{kind} ;\n{body}\tfoam:id {q(me)} ;\n\tfoam:seq {seq} ;\n"
                f'\tfoam:ord "{node["ord"]}"^^xsd:int ;\n\tprov:qualifiedGeneration rel:{me}.WAS_GENERATED_BY .\n'
                f"rel:{me}.WAS_GENERATED_BY a prov:Generation ;\n\tprov:activity id:{name} ;\n\tprov:atTime {time}{proposed} .\n"
            )
        for type_, props, start, stop in edges:
            if not (shape := SHAPES[type_]):
                continue
            x, y = (stop[0], start[0]) if type_ == "SUPPORTS" else (start[0], stop[0])
            e, to = f"rel:{name}.edge.{props['ord']}", "entity" if shape == "Derivation" else "influencer"
            parts.append(
                f"id:{x} prov:qualified{shape} {e} .\n{e} a prov:{shape} ;\n\tprov:{to} id:{y} ;\n\ta foam:{type_} .\n"
            )
        out.write("".join(parts).encode())


WRITERS = {"nquads": write_nquads, "turtle": write_turtle}
