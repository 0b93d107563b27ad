"""A run made by hand for dossiers: every standing, a challenge with its ruling and repair, and hostile texts."""

from __future__ import annotations

from typing import Any

from foam_graph.corpus.documents import Citation, Document, Segmentation
from foam_graph.model.canonical import canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence
from tests.support.chains.graphs import Chain

RUN = "rdossier"
PERSON = "Ada Secretname"
RULER = "Bob Hiddenjudge"
HOSTILE = "<script>alert('x')</script> \"quoted\" & 'single' <img src=x onerror=alert(1)> {{ 7*7 }} {% raw %}"
SENTENCES = (
    "The pond lies north of the hall.",
    "Lamps disturb the bats at the pond.",
    "The survey counted 40 bats <b>before</b> the trial.",
    "The lamps were lit from May.",
    "Nobody counted them afterwards.",
)
WEB = "https://example.org/survey?a=1&b=2"
SCRIPT = "javascript:alert(document.cookie)"


def text(value: object) -> str:
    return canonical(value).decode()


def evidence() -> Evidence:
    """The documents of the run."""
    return Evidence([_document("d1", "Survey", WEB), _document("d2", HOSTILE, SCRIPT)])


def _document(doc_id: str, title: str, url: str) -> Document:
    body, spans = "", []
    for sentence in SENTENCES:
        spans.append((len(body), len(body) + len(sentence)))
        body += sentence + " "
    citation = Citation(title, date="2024-05-01", url=url, source_class="research")
    return Document(
        doc_id, "parks", f"{doc_id}.txt", "00", body, citation, Segmentation("s", "1", "p", "en", tuple(spans))
    )


class Builder:
    """Writes the run, step by step."""

    def __init__(self) -> None:
        corpus, load = Chain("corpus-parks"), Delta()
        for doc_id, title, url in (("d1", "Survey", WEB), ("d2", HOSTILE, SCRIPT)):
            load.node(
                "Document", id=f"{doc_id}@parks", doc_id=doc_id, corpus="parks", path=f"{doc_id}.txt", sha256="00",
                title=title, sentences=len(SENTENCES), source_class="research", segmentation="s 1 p en", url=url,
                author="Grace Author", date="2024-05-01",
            )  # fmt: skip
        for stance, role, weights in (
            ("steward", "Steward", {"care": 0.7, "rule_of_law": 0.3}),
            ("treasurer", "Treasurer", {"care": 0.2, "rule_of_law": 0.8}),
        ):
            load.node(
                "Perspective", id=f"{stance}@abc", stance_id=stance, role_label=role, domain="governance",
                disclosure_text=f"Speaks as {role}. {HOSTILE}", value_names=list(weights),
                value_weights=list(weights.values()), coherence=0.9,
                card=text({"evidence_policy": {"source_classes": ["research"], "max_age_years": 9}}),
            )  # fmt: skip
        corpus.commit(ActivityDraft("corpus-parks", "Load", Role.OPERATOR, "load"), load)
        outside = [n for n in corpus.graph.nodes if n.kind in ("Document", "Perspective")]
        self.chain = Chain(RUN, Subgraph(outside))
        self.graph = self.chain.graph

    def turn(self, delta: Delta, role: Role, step: str, kind: str = "AgentTurn", **more: Any) -> list[Ref]:
        agent = more.pop("agent", "offline-rules")
        draft = ActivityDraft(RUN, kind, role, step, agent, more)
        done = self.chain.commit(draft, delta)
        return [Ref(i, n.kind) for i, n in zip(done.ids, delta.nodes, strict=True)]

    def open(self) -> None:
        delta = Delta()
        run = delta.node(
            "Run", id=RUN, kind="run", title="Lamps", operator="City & <Council>", software="foam-graph 0",
            parameters=text({"perspectives": ["steward@abc", "treasurer@abc"]}),
        )  # fmt: skip
        delta.edge("ASKS", run, delta.node("Question", text=f"Should the park be lit? {HOSTILE}"))
        self.turn(delta, Role.OPERATOR, "open", "Opening", agent="system")
        delta = Delta()
        delta.node("Stakeholder", name="Bats", interest="A dark pond.")
        self.turn(delta, Role.PROPOSER, "stakeholders")

    def traverse(self, leaves: list[str]) -> None:
        delta = Delta()
        nodes = {}
        for name in ("root", "harm", "cost", *leaves):
            nodes[name] = delta.node(
                "TemplateNode", template="t", node_id=name, name=name.title(), node_type="leaf", word_budget=9
            )
        votes = {"steward": {"harm": 0.9, "cost": 0.1}, "treasurer": {"harm": 0.3, "cost": 0.4}}
        choice = delta.node(
            "TemplateChoice", branch="root", children=["harm"], alternatives=["cost"], why=HOSTILE, votes=text(votes)
        )
        delta.edge("CHOSE", choice, nodes["harm"])
        for n, leaf in enumerate(leaves):
            delta.node(
                "TemplateTraversal", leaf=leaf, path=["Root", "Harm", leaf.title()], path_ids=["root", "harm", leaf],
                word_budget=9, research_order=n, syllogism="harm", syllogism_type="advantage", component=leaf,
                evidence="required",
            )  # fmt: skip
        delta.node("Syllogism", branch="harm", name="Harm to bats", type="advantage", required=leaves)
        refs = self.turn(delta, Role.PROPOSER, "traverse")
        self.slots = {leaf: refs[len(nodes) + 1 + n] for n, leaf in enumerate(leaves)}
        self.syllogism, self.choice = refs[-1], refs[len(nodes)]

    def offer(self, leaves: list[str]) -> None:
        delta = Delta()
        self.sentences: dict[str, int] = {}
        for n, sentence in enumerate(SENTENCES, 1):
            ref = delta.node(
                "EvidenceSentence", doc_id="d2" if n == 3 else "d1", sent_id=n,
                sentence_id=f"{'d2' if n == 3 else 'd1'}:{n}", start=0, end=len(sentence), text=sentence,
                page=7 if n == 2 else None,
            )  # fmt: skip
            delta.edge("FROM_DOCUMENT", ref, Ref(f"{'d2' if n == 3 else 'd1'}@parks", "Document"))
            for leaf in leaves:
                delta.edge("OFFERED", Ref(SELF, "Retrieval"), ref, leaf=leaf, rank=n, score=1.0 / n, engine="e 1")
        refs = self.turn(delta, Role.RETRIEVER, "retrieve", "Retrieval", agent="system")
        self.refs = {delta.nodes[n].fields["sentence_id"]: ref for n, ref in enumerate(refs)}

    def claim(self, leaf: str, words: str, ids: list[str], old: Ref | None = None, **more: Any) -> Ref:
        delta, stance = Delta(), more.pop("stance", "steward")
        claim = delta.node(
            "Claim", text=words, leaf=leaf, component=leaf, syllogism_type="advantage", stance_id=stance,
            evidence="required" if ids else "none", values=["care"], form="quotation", words=9, absent=["backing"],
        )  # fmt: skip
        delta.edge("FILLS", claim, self.syllogism, component=leaf)
        delta.edge("FOLLOWS", claim, self.slots[leaf])
        for below in more.pop("rests_on", ()):
            delta.edge("RESTS_ON", claim, below)
        warrant = delta.node("Warrant", text="What disturbs harms.")
        delta.edge("WARRANTS", warrant, claim)
        delta.edge("QUALIFIES", delta.node("Qualifier", text="At the pond only."), claim)
        if ids:
            record = self._record(delta, ids)
            delta.edge("SUPPORTS", record, claim)
            delta.edge("USES", warrant, record)
        if old is not None:
            delta.edge("SUPERSEDES", claim, old)
            for critique in more.pop("answers", ()):
                delta.edge("ANSWERS", claim, critique)
        role = Role.REFINER if old is not None else Role.PROPOSER
        refs = self.turn(delta, role, f"bind:{leaf}", stance_id=stance)
        if ids:
            self.validate(refs[3])
        return refs[0]

    def _record(self, delta: Delta, ids: list[str]) -> Ref:
        quotation = " /.../ ".join(SENTENCES[int(i[-1]) - 1] for i in ids)
        documents = list(dict.fromkeys(i[:2] for i in ids))
        record = delta.node(
            "EvidenceRecord", tag="harm", sentence_ids=ids, quotation=quotation, documents=documents, severable=False,
            flags=["negation in the sentence: nobody"], source_classes=["research"] * len(documents),
        )  # fmt: skip
        for n, i in enumerate(ids, 1):
            delta.edge("QUOTES", record, self.refs[i], position=n)
        return record

    def validate(self, record: Ref, verdict: str = "exact") -> None:
        delta = Delta()
        made = delta.node("ValidationResult", verdict=verdict, score=1.0, engine="v 1")
        delta.edge("VALIDATES", made, record)
        self.turn(delta, Role.VALIDATOR, "validate", "Validation")

    def critique(
        self, target: Ref, grounds: str, verdict: str = "valid", stance: str = "treasurer", **more: Any
    ) -> Ref:
        delta = Delta()
        fields = {"type": "logical_gap", "flaw": "weak_warrant", "quoted": "the bats"} | more
        critique = delta.node("Critique", grounds=grounds, stance_id=stance, **fields)
        delta.edge("ATTACKS", critique, target)
        made = self.turn(delta, Role.CRITIC, "critique", stance_id=stance)[0]
        self.rate(made, verdict)
        return made

    def rate(self, rated: Ref, verdict: str) -> None:
        delta = Delta()
        rating = delta.node(
            "Evaluation", verdict=verdict, materiality=0.7, recommendation="revise", reasons=f"Because. {HOSTILE}",
            stance_id="", rule="", provisional=True,
        )  # fmt: skip
        delta.edge("RATES", rating, rated)
        self.turn(delta, Role.EVALUATOR, "rate")

    def reply(self, critique: Ref) -> None:
        delta = Delta()
        reply = delta.node("Reply", text=f"It is counted. {HOSTILE}", stance_id="steward", concedes=False)
        delta.edge("ANSWERS", reply, critique)
        self.rate(self.turn(delta, Role.PROPOSER, "answer", stance_id="steward")[0], "adequate")

    def challenge(self, target: Ref) -> Ref:
        delta = Delta()
        made = delta.node(
            "Challenge", type="scope_overreach", flaw="contested", grounds=f"Only one pond. {HOSTILE}", quoted="bats",
            stance_id="", kind="scope", by=PERSON, stale=False,
        )  # fmt: skip
        delta.edge("ATTACKS", made, target)
        delta.edge("CHALLENGES", made, target)
        ref = self.turn(delta, Role.CONTESTER, "challenge", "HumanAct", agent="person", by=PERSON)[0]
        delta = Delta()
        ruling = delta.node(
            "Ruling", verdict="valid", materiality=1.0, recommendation="revise", reasons="One pond is not the park.",
            stance_id="", rule="", provisional=False, by=RULER, human=True,
        )  # fmt: skip
        delta.edge("RATES", ruling, ref)
        delta.edge("DECIDES", ruling, ref)
        self.turn(delta, Role.ADJUDICATOR, "rule", "HumanAct", agent="person", by=RULER)
        return ref

    def label(self, labels: dict[str, tuple[dict[str, str], dict[str, Any]]]) -> None:
        """Labels by node id: per audience, and the fields of the standing for claims."""
        delta = Delta()
        for audience in ("steward", "treasurer"):
            made = delta.node("Labelling", audience=audience, kernel="k 1", parameters="{}", arguments=1, attacks=1)
            for node_id, (given, _) in labels.items():
                delta.edge("LABELS", made, self.graph[node_id].ref, label=given[audience])
        for node_id, (given, standing) in labels.items():
            if standing:
                fields = {"tested": False, "condition": "", "falls_if": []} | standing
                sides = {f"{name}_for": [a for a, g in given.items() if g == name] for name in ("in", "out")}
                delta.edge("CLASSIFIES", delta.node("Standing", **fields, **sides), self.graph[node_id].ref)
        self.turn(delta, Role.COMPILER, "label", "Compilation")

    def compile(self, stated: list[Ref], memo: list[dict[str, Any]], old: Ref | None = None) -> Ref:
        delta = Delta()
        sentences = [{"text": f"Stated. {HOSTILE}", "claims": [claim.id]} for claim in stated]
        synthesis = delta.node(
            "Synthesis", text="Stated.", sentences=text(sentences), agree=[], open=[], hooks=["foam challenge"]
        )
        listed = delta.node("DissentMemo", text="memo", items=text(memo))
        check = delta.node("Check", name="slot completeness", ok=False, detail=f"a slot is empty {HOSTILE}")
        fine = delta.node("Check", name="budgets", ok=True, detail="within")
        position = delta.node(
            "Position", certified=False, statement=f"AI-assisted. {HOSTILE}", words=9, read_minutes=0.1,
            version=2 if old else 1, coverage=text({"documents": 2, "freshness": "nothing after 2024 was known"}),
        )  # fmt: skip
        for part in (synthesis, listed, check, fine):
            delta.edge("INCLUDES", position, part)
        if old is not None:
            delta.edge("SUPERSEDES", position, old)
        return self.turn(delta, Role.COMPILER, "compile", "Compilation")[-1]


IN, OUT = {"steward": "in", "treasurer": "in"}, {"steward": "out", "treasurer": "out"}
SPLIT, OPEN = {"steward": "in", "treasurer": "out"}, {"steward": "undecided", "treasurer": "undecided"}


def dossier_run() -> tuple[Subgraph, str, dict[str, str]]:
    """The run, its id, and the ids of its nodes by name."""
    made, leaves = Builder(), ["core", "untested", "split", "open", "felled", "bare", "vacant"]
    made.open()
    made.traverse(leaves)
    made.offer(leaves)
    first = made.claim("core", f"Lamps harm bats. {HOSTILE}", ["d1:2", "d2:3"])
    position = made.compile([first], [])
    challenge = made.challenge(first)
    core = made.claim("core", f"Lamps may harm bats. {HOSTILE}", ["d1:2", "d2:3"], old=first, answers=[challenge])
    untested = made.claim("untested", "So the pond should stay dark.", [], rests_on=[core])
    split = made.claim("split", "Care for bats comes first.", ["d1:4"], stance="treasurer")
    opened, felled = made.claim("open", "Nobody knows.", ["d1:5"]), made.claim("felled", "It is cheap.", ["d1:1"])
    bare = made.claim("bare", "It is said.", [])
    invalid = made.critique(core, f"Too few bats. {HOSTILE}", "invalid")
    made.reply(invalid)
    value = made.critique(split, "It weighs care.", type="value_conflict", flaw="value_conflict", value_target="care",
                          value_critic="rule_of_law")  # fmt: skip
    fatal = made.critique(felled, "The cost is unknown.")
    loose = made.critique(made.refs["d1:5"], "A sentence beside it.", "requires_more_evidence", "")
    draft = Delta()
    draft.node("Candidate", text=f"Another wording {HOSTILE}", leaf="core", component="core", stance_id="treasurer",
               score=3.5, rollout=0, sentence_ids=["d1:4"], draft="{}")  # fmt: skip
    made.turn(draft, Role.PROPOSER, "fill:treasurer", stance_id="treasurer")
    made.label({
        core.id: (IN, {"class": "core", "tested": True, "falls_if": ["rule_of_law weighs more than care"]}),
        untested.id: (IN, {"class": "core"}),
        split.id: (SPLIT, {"class": "conditional", "condition": "holds where care weighs more than rule_of_law"}),
        opened.id: (OPEN, {"class": "contested"}),
        felled.id: (OUT, {"class": "dissent"}),
        bare.id: (OUT, {"class": "unsupported"}),
        challenge.id: (IN, {}), invalid.id: (OUT, {}), fatal.id: (IN, {}), value.id: (SPLIT, {}), loose.id: (OPEN, {}),
    })  # fmt: skip
    flip = {"claim": split.id, "audience": "steward", "before": "in", "after": "out", "fall": [], "arrive": [],
            "answer": value.id}  # fmt: skip
    item = {"critique": value.id, "perspectives": ["treasurer"], "labels": SPLIT, "targets": [split.id],
            "claims": [split.id], "flip": [flip], "trade_off": "care against rule_of_law"}  # fmt: skip
    person = {"critique": challenge.id, "perspectives": ["contester"], "labels": IN, "claims": [core.id], "flip": []}
    last = made.compile([core, untested, split], [item, person], position)
    end = Delta()
    outcome = end.node("Outcome", kind="narrowed", frontier=[first.id], untouched=5, cost="{}")
    end.edge("RESOLVES", outcome, challenge)
    end.edge("ABOUT", outcome, last)
    made.turn(end, Role.COMPILER, "outcome", "Compilation")
    named = {"core": core, "first": first, "untested": untested, "split": split, "open": opened, "felled": felled,
             "bare": bare, "challenge": challenge, "invalid": invalid, "value": value, "loose": loose,
             "fatal": fatal, "position": last, "choice": made.choice}  # fmt: skip
    return made.graph, RUN, {name: ref.id for name, ref in named.items()}
