"""Debates as their users were promised them: one test for each promise that a command can show."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam_graph.config import Settings
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.store.server.control import Endpoint
from tests.support.calling import foam
from tests.support.endpoints.embedding_server import embedding_server
from tests.support.shared_data import ROOT
from tests.support.worlds.debated_world import MOTION, write_debate

MEMORY = ROOT / "examples" / "debates" / "memory"
CORPUS = "night-bus-promised"
PAGES = (
    "tutorial/first-debate.md",
    "how-to/build-a-memory.md",
    "how-to/debate-your-own-corpus.md",
    "how-to/play-against-it.md",
    "how-to/evaluate-debates.md",
    "explanation/debates.md",
    "reference/debate.md",
    "responsible-use.md",
)
QUESTIONS = (
    "copied_from_memory", "drafts_not_spoken", "dropped_flaws", "dropped_utterances", "failed_utterances", "memory_used", "recalled_unused",
    "schemes_by_side", "strands_left", "unanswered_flaws", "unsourced_facts",
)  # fmt: skip


@pytest.fixture(scope="module")
def home(settings: Settings, endpoint: Endpoint) -> Iterator[Path]:
    """The session's home folder, set for every call; its server runs."""
    assert endpoint
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(settings.home))
        yield settings.home


@pytest.fixture(scope="module")
def memory(home: Path) -> str:
    assert home
    name = f"promised{uuid.uuid4().hex[:8]}"
    assert foam("memory", "build", name, str(MEMORY), "--json").value["ok"]
    return name


@pytest.fixture(scope="module")
def corpus(home: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    assert home
    assert foam("load", str(write_debate(tmp_path_factory.mktemp("promised"))), "--corpus", CORPUS, "--json").code == 0
    return CORPUS


@pytest.fixture(scope="module")
def held(memory: str, corpus: str) -> dict[str, Any]:
    """A debate of rules on both sides, with a memory and a corpus."""
    made: dict[str, Any] = foam("debate", MOTION, "--memory", memory, "--corpus", corpus, "--json").value
    return made


def test_memory_takes_every_form_once_and_tells_what_it_holds(memory: str, tmp_path: Path) -> None:
    forms = {row["name"] for row in foam("loaders", "--json").value if "memory*" in row["options"]}
    assert forms == {"aif-debate", "debate-jsonl", "debate-text", "numbered-claims", "orchid"}
    again = foam("memory", "build", memory, str(MEMORY), "--json").value
    assert (again["added"], len(again["unchanged"]), again["records"]) == ([], 6, 36)
    told = foam("memory", "stats", memory, "--json").value
    assert [row["scheme"] for row in told["schemes"]] == list(SCHEME_IDS)
    page = foam("memory", "page", memory, "-o", str(tmp_path / "schemes.html"), "--json").value
    assert all(page["examples"].values())


def test_an_annotator_is_measured_against_two_readers_and_a_constant_one_fails(tmp_path: Path) -> None:
    form = tmp_path / "items.jsonl"
    assert (
        foam("experiment", "annotation", str(MEMORY), "--form", str(form), "--items", "30", "--json").value["items"]
        == 30
    )
    items = [json.loads(line)["item"] for line in form.read_text(encoding="utf-8").splitlines()]
    answers: list[str] = []
    for name, step in (("ada", 2), ("ben", 4)):
        rows = [{"item": item, "schemes": {} if n % step else {"causal": "good"}} for n, item in enumerate(items)]
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        answers += ["--answers", str(tmp_path / name)]
    found = foam(
        "experiment", "annotation", "--form", str(form), *answers, "--folder", str(tmp_path / "kept"), "--json"
    )
    readers, annotators, _ = found.value["tables"]
    assert 0 < {row[0]: row[3] for row in readers["rows"]}["causal"] < 1
    tau = {row[0]: row[4] for row in annotators["rows"]}
    assert tau["always all seven"] is None
    assert tau["offline-rules"] is not None


def test_recall_says_when_nothing_matched_and_prefers_the_side_that_speaks(memory: str) -> None:
    found = foam("memory", "search", memory, "Buses should be free.", "--side", "con", "--json").value
    assert (found["found"][0]["side"], found["fell_back"], len(found["found"])) == ("con", False, 5)
    lost = foam("memory", "search", memory, "Xylophones, marimbas.", "--json").value
    assert (lost["fell_back"], len(lost["found"])) == (True, 5)


def test_what_is_said_as_a_fact_has_a_source(held: dict[str, Any]) -> None:
    assert held["run"]
    assert [one["side"] for one in held["utterances"]] == ["pro", "con"] * 3
    for utterance in held["utterances"]:
        for sentence in utterance["sentences"]:
            assert sentence["type"] != "factual" or sentence["cites"], sentence["text"]
    assert held["ballot"]["reasons"]
    assert foam("resume", held["run"], "--json").value["utterances"] == held["utterances"]


def test_a_person_and_a_file_speak_and_one_that_ends_early_is_named(corpus: str, tmp_path: Path) -> None:
    turns = tmp_path / "turns.txt"
    turns.write_text("The night bus is a burden for the town.\n", encoding="utf-8")
    asked = (
        "debate",
        MOTION,
        "--corpus",
        corpus,
        "--format",
        "short",
        "--side",
        "pro",
        "--opponent",
        str(turns),
        "--json",
    )
    early = foam(*asked)
    assert (early.code, "ends early" in early.value["message"]) == (2, True)
    turns.write_text("The night bus is a burden for the town.\n---\nThat is all.\n", encoding="utf-8")
    assert foam("resume", early.value["run"], "--json").value["utterances"][3]["text"] == "That is all."


def test_what_is_said_to_be_unknown_is_held_against_the_file(corpus: str, tmp_path: Path) -> None:
    assert corpus
    file = tmp_path / "turns.txt"
    unknown = "Nobody has counted the persons who used the night bus."
    file.write_text(f"The night bus is a burden. {unknown}\n---\nThat is all.\n", encoding="utf-8")
    found = foam(
        "debate", MOTION, "--corpus", CORPUS, "--format", "short", "--side", "pro", "--opponent", str(file), "--json"
    ).value
    second = found["utterances"][1]
    assert [one["text"] for one in second["sentences"] if one["supported"] is False][-1] == unknown
    assert any(
        "says that nobody knows or told what is told: “The night bus was used by" in one for one in second["faults"]
    )


def test_a_debate_is_verified_traced_challenged_and_exported(held: dict[str, Any], tmp_path: Path) -> None:
    run, first = held["run"], held["utterances"][0]["id"]
    assert foam("verify", run).code == 0
    assert foam("why", first).code == 0
    assert foam("challenge", first, "--kind", "adequacy", "--grounds", "It shows little.", "--dry-run").code == 0
    for what in ("dossier", "aif", "flow", "prov"):
        assert foam("export", what, run, "-o", str(tmp_path / f"debate.{'ttl' if what == 'prov' else what}")).code == 0
    assert foam("prov", "check", str(tmp_path / "debate.ttl")).code == 0
    taken = foam(
        "load", "--loader", "aif-debate", _as_json(tmp_path / "debate.aif"), "--option", f"memory=of-{run}", "--json"
    )
    assert taken.value["records"] == 6


def _as_json(path: Path) -> str:
    return str(path.rename(path.with_suffix(".json")))


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_about_a_debate_are_answered(held: dict[str, Any], question: str) -> None:
    assert (ROOT / "docs" / "reference" / "audit" / f"{question}.md").is_file()
    asked = next(one for one in foam("query", "--list", "--json").value if one["name"] == question)
    given = [word for name in asked["params"] for word in ("-p", f"{name}={held['run']}")]
    assert foam("query", question, *given, "--json").code == 0


def test_experiments_open_with_the_standing_of_their_judge() -> None:
    found = foam("experiment", "next-utterance", "--contexts", "1", "--debater", "direct", "--json").value
    assert found["judges"][0]["qualified"] is False
    assert "Paper" in found["tables"][-1]["title"]


@pytest.mark.parametrize(
    "cassette", sorted((ROOT / "benchmarks" / "recorded").glob("*.jsonl")), ids=lambda one: one.stem
)
def test_the_docs_say_what_was_recorded_of_next_utterances(cassette: Path) -> None:
    head = json.loads(cassette.read_text(encoding="utf-8").partition("\n")[0])
    page = (ROOT / "docs" / "reference" / "debate.md").read_text(encoding="utf-8")
    (table,) = [one for one in head["figures"]["tables"] if one["title"].startswith("Compared")]
    assert table["rows"]
    for row in table["rows"]:
        told = dict(zip(table["headings"], row, strict=True))
        assert told["won"] + told["lost"] + told["tied"] + told["not judged"] == head["wanted"]["contexts"]
        figures = f"{told['won']} | {told['lost']} | {told['tied']} | {told['share']:.2f} | {told['p']:.2f}"
        assert f"| {told['against']} | {figures} |" in page
    assert f"`{cassette.name}`" in page


def test_the_docs_are_there_and_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in PAGES:
        assert (ROOT / "docs" / page).is_file(), page
        assert page in navigation, page


def test_every_form_says_that_a_machine_held_it_and_no_voice_is_lent(held: dict[str, Any], tmp_path: Path) -> None:
    assert "AI-assisted" in held["marking"]
    assert "AI-assisted" in foam("show", held["run"]).out
    page = tmp_path / "debate.html"
    assert foam("export", "dossier", held["run"], "-o", str(page)).code == 0
    assert "AI-assisted" in page.read_text(encoding="utf-8")
    before = len(foam("runs", "--json").value)
    refused = foam("debate", f"{MOTION} Argued in the voice of Mayor Nora Field.")
    assert (refused.code, "never as a person" in refused.err) == (2, True)
    assert len(foam("runs", "--json").value) == before


BAD: dict[str, tuple[bytes, str]] = {
    "without sides": (b"Motion: A b.\nAda: One.\nBo: Two.\nAda: Three.\nBo: Four.\n", "no utterance of a side"),
    "50 MB": (b"Motion: A b.\nAda (Pro): " + b"word " * 10_000_000, "at most 20"),
    "empty": (b"", "empty transcript"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\xff", "not UTF-8"),
    "a motion of 100 kB": (b"Motion: " + b"word " * 20_000 + b"\nAda (Pro): So.\n", "2,000 are the most"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_transcript_is_refused_with_the_reason_and_nothing_of_it_is_kept(
    home: Path, tmp_path: Path, name: str
) -> None:
    assert home
    content, reason = BAD[name]
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_bytes(content)
    good.write_text("Motion: A b.\nAda (Pro): So.\nBo (Con): No.\n", encoding="utf-8")
    into = f"bad{uuid.uuid4().hex[:8]}"
    built = foam("memory", "build", into, str(bad), str(good), "--json")
    assert (built.code, len(built.value["added"])) == (1, 1)
    assert reason in built.value["rejected"][0]["reason"]
    assert [one["name"] for one in foam("memory", "show", into, "--json").value] == ["good.txt"]


def test_files_none_of_which_can_be_taken_leave_no_memory_behind(home: Path, tmp_path: Path) -> None:
    assert home
    (tmp_path / "empty.txt").write_bytes(b"")
    into = f"none{uuid.uuid4().hex[:8]}"
    refused = foam("memory", "build", into, str(tmp_path), "--json")
    assert (refused.code, "an empty transcript" in refused.value["message"]) == (2, True)
    assert foam("memory", "show", into, "--json").code == 2
    assert f"memory.{into}" not in {row["id"] for row in foam("runs", "--all", "--json").value}


ODD: dict[str, tuple[str, str]] = {
    "one speaker": ("Ada (Pro): So.\n", "only one side speaks"),
    "overlapping speakers": (
        "Ada (Pro): So --\nAda (Pro) / Bo (Con): Yes! No!\nBo (Con): No.\n",
        "several speak at once",
    ),
    "mixed languages": ("Ada (Pro): It is 很好的，真的很好。\nBo (Con): It is not 很好.\n", "it mixes languages"),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_transcript_is_taken_and_what_is_odd_is_told(home: Path, tmp_path: Path, name: str) -> None:
    assert home
    turns, remark = ODD[name]
    (tmp_path / "odd.txt").write_text(f"Motion: A b.\n{turns}", encoding="utf-8")
    built = foam("memory", "build", f"odd{uuid.uuid4().hex[:8]}", str(tmp_path / "odd.txt"), "--json")
    assert built.code == 0
    assert any(remark in one["note"] for one in built.value["remarks"])


def test_a_debate_on_100_kb_is_refused_before_anything_is_written(memory: str) -> None:
    before = len(foam("runs", "--json").value)
    refused = foam("debate", "m" * 100_000, "--memory", memory)
    assert (refused.code, "2,000 are the most" in refused.err) == (2, True)
    searched = foam("memory", "search", memory, "m" * 100_000)
    assert (searched.code, "20,000 are the most" in searched.err) == (2, True)
    assert len(foam("runs", "--json").value) == before


OPPONENTS: dict[str, tuple[str, bytes, str]] = {
    "empty": ("turns.txt", b"\n \n", "holds no turn"),
    "binary": ("turns.txt", b"\x89PNG\r\n\x1a\n\x00\xff", "not UTF-8"),
    "with bytes of value 0": ("turns.txt", b"One\x00.", "bytes of value 0"),
    "50 MB": ("turns.txt", b"word " * 10_000_000, "larger than 5 MiB"),
    "a damaged transcript": ("turns.json", b'{"topic": "A", "debate": [', "not JSON"),
    "nested too deeply": ("turns.json", b"[" * 100_000, "nested too deeply"),
    "a transcript without sides": (
        "turns.json",
        b'{"topic": "A", "debate": [{"debater": "x", "utterance": "So."}]}',
        "no utterance of a side",
    ),
    "a transcript of the other side": (
        "turns.json",
        b'{"topic": "A", "debate": [{"stance": "PRO", "debater": "x", "utterance": "So."}]}',
        "has no turn for con",
    ),
    "a line that is cut off": (
        "turns.jsonl",
        b'{"speaker": "a", "side": "con", "text": "No."}\n{"speaker":',
        "line 2: not JSON",
    ),
}


@pytest.mark.parametrize("name", OPPONENTS)
def test_a_bad_opponent_file_is_refused_before_anything_is_written(home: Path, tmp_path: Path, name: str) -> None:
    assert home
    file, content, reason = OPPONENTS[name]
    (tmp_path / file).write_bytes(content)
    before = len(foam("runs", "--json").value)
    refused = foam("debate", MOTION, "--side", "pro", "--opponent", str(tmp_path / file))
    assert (refused.code, reason in refused.err) == (2, True), refused.err
    assert len(foam("runs", "--json").value) == before


def test_a_memory_of_another_encoder_is_told_before_anything_is_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home
    (tmp_path / "held.txt").write_text("Motion: A b.\nAda (Pro): So.\nBo (Con): No.\n", encoding="utf-8")
    into = f"other{uuid.uuid4().hex[:8]}"
    with embedding_server() as server, monkeypatch.context() as patch:
        patch.setenv("FOAM_ENCODER", server.url)
        patch.setenv("FOAM_ENCODER_MODEL", "an-encoder")
        assert foam("memory", "build", into, str(tmp_path), "--json").code == 0
    before = len(foam("runs", "--json").value)
    for words in (("debate", MOTION, "--memory", into), ("memory", "search", into, "So.")):
        refused = foam(*words)
        assert (refused.code, "was built with another encoder" in refused.err) == (2, True), refused.err
    assert len(foam("runs", "--json").value) == before
