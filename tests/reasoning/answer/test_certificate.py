"""For each check of the certificate a planted position fails it, and only it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest

from foam_graph.corpus.documents import Citation, Document
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.findings.language.dates import MONTHS
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.answer.certificate import STRUCTURE, certificate_of
from foam_graph.reasoning.answer.text_checks import TEXT, certify, names_of_all
from foam_graph.reasoning.evidence import Evidence
from tests.support.worlds.answer_room import AnswerRoom

Rows = tuple[list[Node], list[Edge]]
Items = list[dict[str, Any]]


@pytest.fixture(scope="module")
def room() -> AnswerRoom:
    """A certified position with an objection that failed and one that is listed."""
    made = AnswerRoom(offline=True)
    made.rate(made.object("A1.facts", "Nobody saw the stamp."), "invalid", 0.6)
    made.rate(made.object("A4.facts", "One night is not every night."), "valid", 0.8)
    made.answer()
    return made


def failing(room: AnswerRoom, nodes: list[Node], edges: list[Edge], words: int = 900) -> list[str]:
    return [check.name for check in certify(room.held(Subgraph(nodes, edges), words)) if not check.ok]


def rows(room: AnswerRoom) -> Rows:
    return list(room.graph.nodes), list(room.graph.edges)


def changed(nodes: list[Node], wanted: Callable[[Node], bool], **fields: Any) -> list[Node]:
    """Nodes with fields of those that are wanted replaced."""

    def one(node: Node) -> Node:
        own: Mapping[str, Any] = {**node.fields, **fields} if wanted(node) else node.fields
        return Node(node.id, node.kind, own, node.seq, node.ord, node.activity, node.at)

    assert any(wanted(node) for node in nodes)
    return [one(node) for node in nodes]


def resaid(room: AnswerRoom, change: Callable[[Items], Any]) -> Rows:
    """The run with its sentences changed."""
    nodes, edges = rows(room)
    synthesis = room.graph.live("Synthesis")[-1]
    items = json.loads(synthesis["sentences"])
    change(items)
    return changed(nodes, lambda node: node.id == synthesis.id, sentences=json.dumps(items)), edges


def item(items: Items, part: str) -> dict[str, Any]:
    return next(one for one in items if one["part"] == part)


def of_kind(kind: str, **fields: Any) -> Callable[[Node], bool]:
    return lambda node: node.kind == kind and all(node.get(name) == value for name, value in fields.items())


def test_the_position_itself_passes_every_check(room: AnswerRoom) -> None:
    assert failing(room, *rows(room)) == []
    assert all(room.checks[check.name]["ok"] for check in certify(room.held()))
    assert room.position["certified"]


def an_issue_told_as_open(room: AnswerRoom) -> Rows:
    return resaid(room, lambda items: item(items, "overview").update(end="open"))


def an_issue_left_out(room: AnswerRoom) -> Rows:
    return resaid(room, lambda items: items.remove(item(items, "overview")))


def an_option_told_as_core(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    return changed(nodes, of_kind("Answer", option="refuse"), status="core"), edges


def an_answer_for_others(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    return changed(nodes, of_kind("Answer", option="renew"), in_for=["applicant"]), edges


def options_that_overlap(room: AnswerRoom) -> Rows:
    """Both hold where the noise is under the limit and the form was late; the labels decide it the other way."""
    nodes, edges = rows(room)
    refuse = {"any": [{"issue": "form", "outcome": "late"}, {"issue": "noise", "outcome": "over"}]}
    renew = {"any": [{"issue": "noise", "outcome": "under"}]}
    nodes = changed(nodes, of_kind("Option", name="renew"), condition=json.dumps(renew))
    return changed(nodes, of_kind("Option", name="refuse"), condition=json.dumps(refuse)), edges


def a_fallen_claim_asserted(room: AnswerRoom) -> Rows:
    """The losing conclusion, in words that its claim has."""
    fallen = room.names.parts["A4.conclusion"]
    return resaid(room, lambda items: item(items, "order").update(claims=[fallen.id], text=fallen["text"]))


def an_advocacy_asserted(room: AnswerRoom) -> Rows:
    advocated = room.names.parts["A7.conclusion"]
    return resaid(room, lambda items: item(items, "order").update(claims=[advocated.id], text=advocated["text"]))


def a_record_that_was_altered(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    record = room.graph.into(room.graph.out(_record(room), "QUOTES")[0].id, "QUOTES")[0]
    return changed(nodes, lambda node: node.id == record.id, quotation="The limit is 90 decibels."), edges


def _record(room: AnswerRoom) -> str:
    warrant = room.graph.into(room.names.parts["A3.rule"].id, "WARRANTS")[0]
    return room.graph.out(warrant.id, "USES")[0].id


def a_record_not_validated(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    return nodes, [edge for edge in edges if (edge.type, edge.end) != ("VALIDATES", _record(room))]


def a_pair_not_weighed(room: AnswerRoom) -> Rows:
    """The losing side is alive by its labels, and the weighing is of another issue."""
    nodes, edges = rows(room)
    nodes = changed(nodes, of_kind("Weighing", issue="form"), issue="hours", over="long", under="short")
    late = room.names.parts["A2.conclusion"].id
    return nodes, [_as(edge, "undecided") if (edge.type, edge.end) == ("LABELS", late) else edge for edge in edges]


def _as(edge: Edge, label: str) -> Edge:
    return Edge(edge.type, edge.start, edge.end, {**edge.fields, "label": label}, edge.seq)


def an_objection_not_listed(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    assert any(edge.type == "LISTS" for edge in edges)
    return nodes, [edge for edge in edges if edge.type != "LISTS"]


def an_objection_not_rated(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    return nodes, [edge for edge in edges if (edge.type, edge.end) != ("RATES", room.names.critiques["K1"].id)]


def a_turn_that_broke_a_constraint(room: AnswerRoom) -> Rows:
    nodes, edges = rows(room)
    fields = {"stance_id": "auditor", "drift_score": 1.0, "violated": ["no guessing"], "blocked": True, "turn": "x"}
    return [*nodes, Node("drift", "DriftReport", fields, 99, 1)], edges


def a_new_figure(room: AnswerRoom) -> Rows:
    return resaid(room, lambda items: item(items, "why").update(text="The form must arrive by 30 June 2031."))


def a_sum_that_is_wrong(room: AnswerRoom) -> Rows:
    text = "The form must arrive by 31 March, not by 31 + 31 = 63."
    return resaid(room, lambda items: item(items, "why").update(text=text))


def a_new_name(room: AnswerRoom) -> Rows:
    return resaid(room, lambda items: item(items, "why").update(text="The form was brought by Harrow."))


def a_quotation_with_another_word(room: AnswerRoom) -> Rows:
    text = "It says “A permit is renewed when the form arrives on 31 March.”"
    return resaid(room, lambda items: item(items, "why").update(text=text, computed=False))


def an_answer_on_nothing(room: AnswerRoom) -> Rows:
    return resaid(room, lambda items: item(items, "answer").update(claims=[], computed=False))


def a_part_of_connectives(room: AnswerRoom) -> Rows:
    return resaid(room, lambda items: item(items, "order").update(claims=[], text="So be it.", computed=False))


def a_long_position(room: AnswerRoom) -> Rows:
    long = {"part": "why", "issue": "form", "text": "And so it is. " * 250, "claims": [], "computed": True}
    return resaid(room, lambda items: items.append(long))


def an_id_in_the_prose(room: AnswerRoom) -> Rows:
    # The conclusion comes first; behind it stands the rule, which speaks of figures such as that of the id.
    def told(items: Items) -> None:
        first = item(items, "why")
        next(one for one in items if one["part"] == "why" and one is not first).update(
            text="The form must arrive, see A1.rule."
        )

    return resaid(room, told)


PLANTED: list[tuple[Callable[[AnswerRoom], Rows], str]] = [
    (an_issue_told_as_open, "issues"),
    (an_issue_left_out, "issues"),
    (an_option_told_as_core, "answer"),
    (an_answer_for_others, "answer"),
    (options_that_overlap, "options"),
    (a_fallen_claim_asserted, "standing"),
    (an_advocacy_asserted, "standing"),
    (a_record_that_was_altered, "evidence"),
    (a_record_not_validated, "evidence"),
    (a_pair_not_weighed, "weighings"),
    (an_objection_not_listed, "objections"),
    (an_objection_not_rated, "objections"),
    (a_turn_that_broke_a_constraint, "perspective consistency"),
    (a_new_figure, "figures and names"),
    (a_sum_that_is_wrong, "figures and names"),
    (a_new_name, "figures and names"),
    (a_quotation_with_another_word, "quotations in the text"),
    (an_answer_on_nothing, "connectives"),
    (a_part_of_connectives, "connectives"),
    (a_long_position, "length"),
    (an_id_in_the_prose, "plain words"),
]


@pytest.mark.parametrize(("plant", "name"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_fault_fails_its_check_and_no_other(
    room: AnswerRoom, plant: Callable[[AnswerRoom], Rows], name: str
) -> None:
    assert failing(room, *plant(room)) == [name]


def test_a_sum_that_is_written_out_and_right_is_no_new_figure(room: AnswerRoom) -> None:
    text = "The form must arrive by 31 March, not by 31 + 31 = 62."
    assert failing(room, *resaid(room, lambda items: item(items, "why").update(text=text))) == []


@pytest.mark.parametrize(
    ("day", "fails"),
    [
        ("{d} {month} {y}", False),
        ("{iso}", False),
        ("{d} {month}", False),
        ("{d} {month} 2033", True),
        ("{later} {month} {y}", True),
    ],
)
def test_the_day_to_which_limits_are_counted_may_be_named_and_no_other(room: AnswerRoom, day: str, fails: bool) -> None:
    dated = date.fromisoformat(room.results().dated)
    told = day.format(
        d=dated.day, later=dated.day + 5, month=MONTHS[dated.month - 1].title(), y=dated.year, iso=dated.isoformat()
    )
    text = f"The form must arrive by 31 March, and that is judged as of {told}."
    found = failing(room, *resaid(room, lambda items: item(items, "why").update(text=text)))
    assert found == (["figures and names"] if fails else [])


@pytest.mark.parametrize(
    ("rest", "computed", "fails"),
    [
        ("and 3 more", True, []),
        ("and 3 more", False, ["figures and names"]),
        ("and 99 more", True, ["figures and names"]),
    ],
)
def test_how_many_more_the_program_leaves_unnamed_is_no_figure_of_a_source(
    room: AnswerRoom, rest: str, computed: bool, fails: list[str]
) -> None:
    text = f"The answer is open: it hangs on the form {rest}."
    told = resaid(room, lambda items: item(items, "why").update(text=text, computed=computed))
    assert failing(room, *told) == fails


@pytest.mark.parametrize(
    ("figure", "fails"),
    [("(31.5)", ["figures and names", "plain words"]), ("(31.0)", []), ("[31.0]", ["plain words"])],
)
def test_a_figure_in_round_brackets_that_its_source_says_is_no_id(
    room: AnswerRoom, figure: str, fails: list[str]
) -> None:
    text = f"The form must arrive by 31 March {figure}."
    assert failing(room, *resaid(room, lambda items: item(items, "why").update(text=text))) == fails


@pytest.mark.parametrize(
    ("step", "fails"),
    [
        ("Renew the permit within 14 days (proposed).", []),
        ("Renew the permit within 14 days.", ["figures and names"]),
        ("Renew the permit within 14 days, for 99 years (proposed).", ["figures and names"]),
        ("Think again at more than 99 complaints a year (proposed).", []),
        ("Think again at more than 99 complaints a year.", ["figures and names"]),
    ],
)
def test_a_time_that_the_author_proposes_needs_no_source_and_nothing_else_does_with_it(
    room: AnswerRoom, step: str, fails: list[str]
) -> None:
    def told(items: Items) -> None:
        item(items, "order").update(text=step)

    assert failing(room, *resaid(room, told)) == fails
    # Nor is the figure known to the rest of the text for that.
    also = [*fails, *(["figures and names"] if not fails else [])]

    def told_again(items: Items) -> None:
        told(items)
        item(items, "why").update(text="The form must arrive by 14 March.")

    assert failing(room, *resaid(room, told_again)) == also


@pytest.mark.parametrize(("worked_out", "fails"), [("31 + 31 = 62", []), ("31 + 31 = 63", ["figures and names"])])
def test_a_result_that_is_worked_out_in_one_sentence_may_stand_in_another(
    room: AnswerRoom, worked_out: str, fails: list[str]
) -> None:
    result = worked_out.rpartition(" ")[2]

    def told(items: Items) -> None:
        item(items, "why").update(text=f"The form must arrive by 31 March, not by {worked_out}.")
        item(items, "order").update(text=f"Renew the permit, not on day {result}.")

    assert failing(room, *resaid(room, told)) == fails


@pytest.mark.parametrize(
    ("order", "fails"),
    [
        ("Renew the permit for roughly 960 days.", []),
        ("Renew the permit for nearly 960 days.", ["figures and names"]),
        ("Renew the permit for roughly 970 days.", ["figures and names"]),
        ("Renew the permit for 960 days.", ["figures and names"]),
        ("Renew the permit by 12 June (proposed).", []),
        ("Renew the permit by 12 June.", ["figures and names"]),
    ],
)
def test_a_figure_may_be_rounded_where_that_is_said_and_a_day_proposed(
    room: AnswerRoom, order: str, fails: list[str]
) -> None:
    def told(items: Items) -> None:
        item(items, "why").update(text="The form must arrive by 31 March, and 31 x 31 = 961 is no day.")
        item(items, "order").update(text=order)

    assert failing(room, *resaid(room, told)) == fails


@pytest.mark.parametrize(
    ("order", "fails"),
    [
        ("Renew the permit for 3 days.", []),
        ("Renew the permit for 3 stalls.", ["figures and names"]),
        ("Renew the permit for these 3.", ["figures and names"]),
    ],
)
def test_a_small_result_is_known_elsewhere_with_its_unit_only(room: AnswerRoom, order: str, fails: list[str]) -> None:
    def told(items: Items) -> None:
        item(items, "why").update(
            text="The form must arrive by 31 March, and 31 + 31 = 62, 62 - 31 = 31 and 31 / 31 + 31 / 31 + 31 / 31 = 3 days."
        )
        item(items, "order").update(text=order)

    assert failing(room, *resaid(room, told)) == fails


@pytest.mark.parametrize(
    ("columns", "fails"), [("Time | Left (days)", []), ("Time | Left (stalls)", ["figures and names"])]
)
def test_the_names_of_columns_may_have_the_unit_of_a_small_result(
    room: AnswerRoom, columns: str, fails: list[str]
) -> None:
    def told(items: Items) -> None:
        why = item(items, "why")
        row = "31 March | 31 / 31 + 31 / 31 + 31 / 31 = 3"
        items.insert(items.index(why) + 1, {**why, "form": "columns", "text": columns})
        items.insert(items.index(why) + 2, {**why, "form": "row", "text": row})
        item(items, "order").update(text="Renew the permit for 3 days.")

    assert failing(room, *resaid(room, told)) == fails


def test_every_check_has_a_planted_position(room: AnswerRoom) -> None:
    names = {check.name for check in certify(room.held())}
    assert names == {name for _, name in PLANTED}
    assert len(names) == len(STRUCTURE) + len(TEXT)


def test_a_spent_budget_leaves_the_position_uncertified() -> None:
    made = AnswerRoom(offline=True)
    made.answer(uncertified="the budget was spent before the second round")
    assert not made.position["certified"]
    assert [name for name, check in made.checks.items() if not check["ok"]] == ["budget"]


def test_an_objection_that_a_new_version_met_need_not_be_listed() -> None:
    made = AnswerRoom(offline=True)
    critique = made.object("A1.facts", "Nobody saw the stamp.")
    made.revise("A1.facts")
    made.rate(critique, "valid", version="answered")
    made.answer()
    assert made.graph.out(made.graph.live("DissentMemo")[-1].id, "LISTS") == []
    assert made.checks["objections"]["ok"], made.checks["objections"]["detail"]


def test_a_second_answer_takes_the_place_of_the_first() -> None:
    made = AnswerRoom(weighed=(), offline=True)
    made.answer()
    assert {node["status"] for node in made.graph.live("Answer")} == {"open"}
    for issue, over, under in (("form", "late", "in_time"), ("noise", "under", "over")):
        made.weigh(issue, over, under)
    made.answer()
    assert {node["option"]: node["status"] for node in made.graph.live("Answer")} == {
        "renew": "dissent", "refuse": "core",
    }  # fmt: skip
    assert made.position["version"] == 2
    assert len(made.graph.live("Position")) == 1
    assert made.position["certified"]


@pytest.mark.parametrize(
    ("papers", "of_all"),
    [
        (["We asked the Harbour.", "To the Harbour office.", "A letter from Harbour."], {"harbour"}),
        (["We asked the Harbour.", "To the Harbour office.", "A letter from nobody."], set()),
        (["We asked the Harbour.", "To the Harbour office."], set()),
        # Half is not enough, nor is what begins a sentence, nor a name that one paper repeats.
        (["See Tessary here."] * 3 + ["Nothing."] * 3, set()),
        (["See Tessary here."] * 4 + ["Nothing."] * 3, {"tessary"}),
        (["Tessary is here."] * 4, set()),
        (["See Tessary, then Tessary, then Tessary.", "Nothing.", "Nothing."], set()),
        (["See Tessary here."] * 101, set()),
    ],
)
def test_a_name_that_most_documents_write_is_nobodys_own(papers: list[str], of_all: set[str]) -> None:
    found = [
        Document(f"d{n}", "case", f"{n}.md", "", text, Citation(title=f"Paper {n}"), segment(text))
        for n, text in enumerate(papers)
    ]
    assert names_of_all(Evidence(found)) == of_all


OPEN_AGENDA = {
    "options": [
        {"name": "yes", "text": "It is renewed.", "holds_if": []},
        {"name": "no", "text": "It is not renewed.", "holds_if": []},
    ],
    "issues": [
        {
            "name": "question",
            "question": "Should the permit of the night market be renewed?",
            "why": "Rules alone found no test that decides it.",
            "governing": [],
            "type": "eligibility_factor",
            "outcomes": [{"name": "shown", "text": "It shows."}, {"name": "not_shown", "text": "It does not."}],
        }
    ],
}


def test_what_is_said_of_a_position_that_argues_nothing_counts_nothing_that_is_not_there() -> None:
    made = AnswerRoom(weighed=(), arguments=(), offline=True, agenda=OPEN_AGENDA)
    made.answer()
    details = {name: str(check["detail"]) for name, check in made.checks.items()}
    assert made.position["certified"], details
    for name, detail in details.items():
        if name != "length":
            assert not re.search(r"\b0\b|\b1 (?:issues|options|sentences)\b|\ball 1\b", detail), (name, detail)
    assert details["answer"] == "2 options are left open, since the agenda states no condition for any"
    assert "nothing was argued or decided" in certificate_of(made.graph)


def test_what_is_said_of_a_decided_position_counts_what_is_there(room: AnswerRoom) -> None:
    details = {name: str(check["detail"]) for name, check in room.checks.items()}
    assert details["issues"] == "all 3 issues are reported as their labels make them"
    assert details["answer"] == "2 options are answered as the conditions in the agenda make it"
    assert details["options"] == "of 2 options with a condition no way to decide the issues makes two hold"
    assert certificate_of(room.graph).startswith("A certificate says that the procedure was kept")
