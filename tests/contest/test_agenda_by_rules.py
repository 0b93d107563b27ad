"""A new agenda by rules, on the sample appeal: what was challenged is left out, or says what the challenger says."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.compared import PositionsDiff
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.session import Session
from foam_graph.cli.demo import DATED, QUESTION, SAMPLES
from foam_graph.config import Settings
from foam_graph.errors import ContestError
from foam_graph.model.subgraph import Subgraph
from foam_graph.prov import check, read_file
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of, part_told
from foam_graph.reasoning.agenda.tree import formula, read_tree
from foam_graph.reasoning.turns import Limits
from foam_graph.resources import package_folder
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint

JUDGE, APPEAL = "Judge Roe", "Appeal Poe"


@dataclass
class Appeal:
    """The sample appeal as it was argued by rules; its graph is read anew after each ruling alone."""

    session: Session
    run: str
    _read: Subgraph | None = None

    @property
    def graph(self) -> Subgraph:
        if self._read is None:
            self._read = self.session.store.subgraph(self.run)
        return self._read

    @property
    def agenda(self) -> Agenda:
        found = agenda_of(self.graph)
        assert found is not None
        return found

    def told(self) -> object:
        """What is to be decided, everything live that was said, and the answer, without ids."""
        graph, agenda = self.graph, self.agenda
        claims = sorted((str(c["leaf"]), str(c["text"])) for c in graph.live("Claim"))
        parts = [(name, part_told(one)) for name, one in (*agenda.issues.items(), *agenda.options.items())]
        weighed = sorted((w["issue"], w["over"], w["under"]) for w in graph.live("Weighing"))
        answers = sorted((a["option"], a["status"], a["text"]) for a in graph.live("Answer"))
        return parts, claims, weighed, answers, graph.live("Position")[-1]["certified"]

    def upheld(self, node: str, own: str = "", grounds: str = "It is put wrongly.") -> tuple[str, Contest]:
        self._read = None
        lodged = challenge(self.session, Challenge(node, "structural", grounds, by="Jo Doe", correction=own))
        return str(lodged.challenge), rule(self.session, str(lodged.challenge), True, "So it is.", JUDGE)

    def overturned(self, lodged: str) -> Contest:
        self._read = None
        return rule(self.session, lodged, False, "It is put rightly.", APPEAL, appeal=True)


@pytest.fixture(scope="module")
def appeal(settings: Settings, endpoint: Endpoint) -> Iterator[Appeal]:
    corpus = f"appeal-{uuid.uuid4().hex[:8]}"
    with Session(settings) as session:
        load(session, [package_folder(SAMPLES, "benefits/documents")], corpus)
        asked = Ask(
            QUESTION, corpus, "benefits-appeal", ("applicant", "caseworker"), dated=DATED, limits=Limits(depth="quick")
        )
        yield Appeal(session, ask(session, asked))


def test_a_challenged_ground_leaves_agenda_conditions_and_position_and_an_appeal_puts_all_back(appeal: Appeal) -> None:
    before, told = appeal.graph, appeal.told()
    position = before.live("Position")[-1].id
    lodged, ruled = appeal.upheld(appeal.agenda.issues["income"].id)
    after, agenda = appeal.graph, appeal.agenda
    assert "income" not in agenda.issues
    conditions = {name: formula(read_tree(one["condition"])) for name, one in agenda.options.items()}
    assert conditions == {
        "upheld": "work=stands or missed_time_limit=stands",
        "reversed": "work=fails and missed_time_limit=fails",
    }
    assert {one["status"] for one in after.live("Answer")} == {"core", "dissent"}
    gone = {c.id for c in before.live("Claim")} - {c.id for c in after.live("Claim")}
    assert {before[claim]["leaf"].partition(".")[0] for claim in gone} == {"income"}
    assert {c.id for c in after.live("Claim")} < {c.id for c in before.live("Claim")}, "nothing is written anew"
    assert ruled.outcome == "regenerated"
    assert ruled.certified
    changed = diff(appeal.session, position, str(ruled.position))
    assert isinstance(changed, PositionsDiff)
    assert {row.kind for row in changed.changed} == {"Option"}
    assert "Issue" in {row.kind for row in changed.removed}
    assert not changed.added
    appealed = appeal.overturned(lodged)
    assert appeal.told() == told
    assert appealed.remarks == ("The agenda is again as it was before the ruling that was overturned.",)
    assert verify(appeal.session.store, appeal.run).faults == []


def test_the_challengers_condition_is_taken_over_and_a_condition_that_lets_two_options_hold_is_not(
    appeal: Appeal,
) -> None:
    told, leaves = appeal.told(), {c["leaf"] for c in appeal.graph.live("Claim")}
    wrong, refused = appeal.upheld(appeal.agenda.options["reversed"].id, "income=fails or work=fails")
    assert refused.outcome == "recorded"
    assert any("would both hold" in one for one in refused.remarks)
    assert len(appeal.graph.live("Agenda")) == 1
    assert {a["option"]: a["status"] for a in appeal.graph.live("Answer")}["reversed"] == "open"
    appeal.overturned(wrong)
    assert appeal.told() == told
    more = appeal.agenda.issues["medical_adviser_agency_examined"]
    own = f"(income=fails and work=fails) and missed_time_limit=fails and {more['name']}={more['outcomes'][0]}"
    lodged, ruled = appeal.upheld(appeal.agenda.options["reversed"].id, own)
    assert ruled.outcome == "regenerated"
    assert formula(read_tree(appeal.agenda.options["reversed"]["condition"])) == own.replace("(", "").replace(")", "")
    assert {c["leaf"] for c in appeal.graph.live("Claim")} == leaves
    appeal.overturned(lodged)
    assert appeal.told() == told


def test_a_missing_issue_is_added_in_the_challengers_words_and_stays_open_where_no_test_shows_it(
    appeal: Appeal, tmp_path: Path
) -> None:
    told, claims = appeal.told(), {c.id for c in appeal.graph.live("Claim")}
    mute, nothing = appeal.upheld(appeal.agenda.node.id)
    assert nothing.outcome == "recorded"
    assert any("NAME: QUESTION? = OUTCOME | OUTCOME" in one for one in nothing.remarks)
    appeal.overturned(mute)
    lodged, ruled = appeal.upheld(appeal.agenda.node.id, "notice: Was the notice served on her? = served | not served")
    issue = appeal.agenda.issues["notice"]
    assert (issue["text"], issue["outcomes"]) == ("Was the notice served on her?", ["served", "not_served"])
    assert {c.id for c in appeal.graph.live("Claim")} == claims
    assert ruled.outcome == "regenerated"
    assert {one["status"] for one in appeal.graph.live("Answer")} == {"core", "dissent"}, "no option needs it"
    page = str(export(appeal.session, "dossier", appeal.run, "html"))
    assert "The agenda was made anew: The issue is added." in page
    assert "Was the notice served on her?" in page
    export_prov(appeal.session, Wanted([appeal.run]), tmp_path / "run.ttl")
    assert check(read_file(tmp_path / "run.ttl")).valid
    appeal.overturned(lodged)
    assert appeal.told() == told


def test_of_two_new_agendas_an_appeal_undoes_the_one_alone(appeal: Appeal) -> None:
    told = appeal.told()
    first, _ = appeal.upheld(appeal.agenda.issues["income"].id)
    second, _ = appeal.upheld(appeal.agenda.issues["work"].id, "Was she too ill to work?")
    appeal.overturned(first)
    agenda = appeal.agenda
    assert agenda.issues["work"]["text"] == "Was she too ill to work?"
    assert list(agenda.issues)[:2] == ["income", "work"]
    assert "income" in formula(read_tree(agenda.options["upheld"]["condition"]))
    assert len(appeal.graph.live("Agenda")) == 1
    assert {c["leaf"].partition(".")[0] for c in appeal.graph.live("Claim")} >= {"income"}
    appeal.overturned(second)
    assert appeal.told() == told


def test_own_words_are_taken_for_what_is_to_be_decided_alone(appeal: Appeal) -> None:
    claim = appeal.graph.live("Claim")[0]
    with pytest.raises(ContestError, match="is not corrected by whoever challenges it"):
        challenge(appeal.session, Challenge(claim.id, "scope", "It says too much.", correction="It says less."))
    with pytest.raises(ContestError, match="is not corrected by whoever challenges it"):
        challenge(appeal.session, Challenge(appeal.agenda.issues["work"].id, "adequacy", "Thin.", correction="Thick."))
