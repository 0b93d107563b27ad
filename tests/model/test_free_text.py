"""Every field that can hold words is personal, or it is said here why it holds none that somebody wrote."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.canonical import commitment
from foam_graph.model.edges import EDGE_KINDS
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITY_FIELDS, NODE_KINDS
from foam_graph.model.subgraph import Node

ID = "an id of a node, a template's part, a perspective or a chain: others refer to it"
NAME = "a word of a closed vocabulary that the program or the installation's data files define"
HASH = "a hash"
NUMBERS = "numbers, or numbers by ids"
PROGRAM = "name and version of a program"
DATE = "a date that was checked on reading"
SLUG = "a name of at most 40 lower case letters, digits and underscores, by which an agenda refers to its parts"
FIXED = "words of the program itself"

OPEN: dict[str, str] = {
    "Activity.agent": PROGRAM,
    "Activity.kind": NAME,
    "Activity.prompt_hashes": HASH,
    "Activity.provider": "a host name",
    "Activity.stance_id": ID,
    "Activity.step": "a step of the program, with ids",
    "Activity.used": ID,
    "ADOPTS.instead_of": ID,
    "Answer.in_for": ID,
    "Answer.option": SLUG,
    "Answer.out_for": ID,
    "Attempt.rubrics": NUMBERS,
    "Attempt.stance_id": ID,
    "Attempt.task": NAME,
    "Ballot.dimensions": NAME,
    "Candidate.component": NAME,
    "Candidate.leaf": ID,
    "Candidate.sentence_ids": ID,
    "Candidate.stance_id": ID,
    "Challenge.pointed_at": ID,
    "Challenge.successor": ID,
    "Check.name": NAME,
    "Checkpoint.batches": "ids of chains and numbers",
    "Checkpoint.note": "signed: the name of the key, numbers, a hash",
    "Checkpoint.peaks": HASH,
    "Checkpoint.root": HASH,
    "Claim.absent": NAME,
    "Claim.component": NAME,
    "Claim.leaf": ID,
    "Claim.stance_id": ID,
    "Claim.syllogism_type": NAME,
    "CONCLUDES.outcome": SLUG,
    "Critique.stance_id": ID,
    "Document.corpus": ID,
    "Document.date": DATE,
    "Document.doc_id": HASH,
    "Document.retrieved_at": DATE,
    "Document.segmentation": PROGRAM,
    "Document.sha256": HASH,
    "Document.source_class": NAME,
    "DraftChoice.hearings": "numbers of drafts",
    "DraftChoice.left": "names of sentences",
    "DriftReport.stance_id": ID,
    "DriftReport.turn": ID,
    "Evaluation.stance_id": ID,
    "EvidenceRecord.documents": ID,
    "EvidenceRecord.newest": DATE,
    "EvidenceRecord.sentence_ids": ID,
    "EvidenceRecord.source_classes": NAME,
    "EvidenceSentence.doc_id": HASH,
    "EvidenceSentence.sentence_id": ID,
    "Exchange.stance_id": ID,
    "EXPLAINS.of": ID,
    "FILLS.component": NAME,
    "Finding.kind": NAME,
    "Finding.number": ID,
    "Finding.verdict": NAME,
    "ImportedMap.sha256": HASH,
    "Issue.argument_type": NAME,
    "Issue.branch": ID,
    "Issue.given": SLUG,
    "Issue.name": SLUG,
    "Issue.outcomes": SLUG,
    "Issue.relied": SLUG,
    "Judgement.ties": ID,
    "Judgement.types": NAME,
    "Labelling.audience": ID,
    "Labelling.kernel": PROGRAM,
    "Labelling.parameters": "weights of known values, classes of sources, a date, numbers",
    "MemoryRecord.encoder": PROGRAM,
    "MemoryRecord.key": HASH,
    "ModelCall.model": PROGRAM,
    "ModelCall.parameters": NUMBERS,
    "ModelCall.prompt_hash": HASH,
    "ModelCall.provider": "a host name",
    "ModelCall.task": NAME,
    "OFFERED.engine": PROGRAM,
    "OFFERED.leaf": ID,
    "Option.condition": SLUG,
    "Option.name": SLUG,
    "Outcome.cost": NUMBERS,
    "Outcome.frontier": ID,
    "Perspective.domain": NAME,
    "Perspective.stance_id": ID,
    "Perspective.value_names": NAME,
    "Plan.stance_id": ID,
    "Predicate.number": ID,
    "TAKES_UP.point": ID,
    "Predicate.relation": NAME,
    "PRESUPPOSES.outcome": SLUG,
    "READ.ranges": NUMBERS,
    "READ.ranks": NUMBERS,
    "Recollection.prior": NUMBERS,
    "Recollection.schemes": NAME,
    "Reply.stance_id": ID,
    "RESTS_ON.group": SLUG,
    "RuleApplication.exception_to": ID,
    "RuleApplication.rules": ID,
    "Run.software": PROGRAM,
    "SchemeLabel.scheme": NAME,
    "Score.rubrics": NUMBERS,
    "Standing.in_for": ID,
    "Standing.out_for": ID,
    "Syllogism.branch": ID,
    "Syllogism.required": NAME,
    "Syllogism.type": NAME,
    "Synthesis.agree": ID,
    "Synthesis.hooks": FIXED,
    "Synthesis.open": ID,
    "TemplateChoice.alternatives": ID,
    "TemplateChoice.branch": ID,
    "TemplateChoice.children": ID,
    "TemplateChoice.votes": NUMBERS,
    "TemplateNode.component": NAME,
    "TemplateNode.node_id": ID,
    "TemplateNode.node_type": NAME,
    "TemplateNode.syllogism_type": NAME,
    "TemplateNode.template": ID,
    "TemplateTraversal.component": NAME,
    "TemplateTraversal.leaf": ID,
    "TemplateTraversal.path_ids": ID,
    "TemplateTraversal.syllogism": ID,
    "TemplateTraversal.syllogism_type": NAME,
    "Transcript.date": DATE,
    "Transcript.format": NAME,
    "Transcript.language": NAME,
    "Transcript.sha256": HASH,
    "Utterance.stage": NAME,
    "ValidationResult.engine": PROGRAM,
    "Weighing.issue": SLUG,
    "Weighing.over": SLUG,
    "Weighing.under": SLUG,
}


def every_field() -> dict[str, Field]:
    tables = [(row.label, row.fields) for row in NODE_KINDS] + [(row.type, row.fields) for row in EDGE_KINDS]
    return {f"{kind}.{f.name}": f for kind, fields in [*tables, ("Activity", ACTIVITY_FIELDS)] for f in fields}


def test_every_field_of_words_is_personal_or_has_a_reason() -> None:
    found = every_field()
    words = {name for name, f in found.items() if f.type in ("str", "json", "str[]") and not f.values}
    undecided = {name for name in words if not found[name].personal} - OPEN.keys()
    assert undecided == set(), "declare it personal in the model, or say in OPEN why nobody's words can stand there"
    assert OPEN.keys() - words == set(), "no such field any more"
    assert {name for name in OPEN if found[name].personal} == set()
    assert all(OPEN.values())


def test_marks_of_personal_fields_stand_on_personal_fields_only() -> None:
    for name, field in every_field().items():
        assert field.personal or not (field.once_open or field.common), name
        assert not field.personal or field.type in ("str", "json", "str[]"), name
        assert not (field.personal and field.values), name


@pytest.mark.parametrize("kind", [row.label for row in NODE_KINDS])
def test_an_erased_text_reads_as_an_empty_one_of_its_type(kind: str) -> None:
    bare = Node("n", kind, {})
    for name, field in every_field().items():
        if not name.startswith(f"{kind}."):
            continue
        if not field.personal:
            with pytest.raises(KeyError):
                bare[field.name]
            continue
        read = bare[field.name]
        assert bare.get(field.name) is None
        assert not (json.loads(read) if field.type == "json" else read)
        assert isinstance(read, list) == (field.type == "str[]")


@given(st.binary(min_size=16, max_size=16), st.lists(st.text()), st.lists(st.text()), st.text())
def test_lists_and_texts_never_have_one_commitment(salt: bytes, one: list[str], two: list[str], text: str) -> None:
    assert (commitment(salt.hex(), one) == commitment(salt.hex(), two)) == (one == two)
    assert commitment(salt.hex(), one) != commitment(salt.hex(), text)
    assert commitment(salt.hex(), one) != commitment(salt.hex(), json.dumps(one))
