"""What can be asked of every verb without a server: help, examples, summaries, the version."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.exporting import FORMATS
from foam_graph.cli import verbs
from foam_graph.cli.verbs import VERBS, loaded
from foam_graph.version import __version__
from tests.support.calling import foam

SUBCOMMANDS = [
    ("perspectives", "list"),
    ("perspectives", "show"),
    ("perspectives", "shuffle"),
    ("templates", "list"),
    ("templates", "show"),
    ("quotes", "check"),
    ("prov", "check"),
    ("evidence", "report"),
    *(("account", what) for what in ("add", "list", "remove")),
    *(("memory", what) for what in ("build", "show", "search", "stats", "withdraw")),
    *(("experiment", kind) for kind in ("next-utterance", "simulation", "ablation", "alignment", "preference")),
    *(("export", what) for what in FORMATS),
]
MAP = Path(__file__).parent / "smallest.argdown"
GROUPS = ("account", "quotes", "evidence", "experiment", "prov", "memory")
"""Verbs that only hold others."""


@pytest.mark.parametrize("words", [*((verb,) for verb in VERBS if verb not in GROUPS), *SUBCOMMANDS])
def test_every_help_has_an_example_of_the_verb_itself(words: tuple[str, ...]) -> None:
    answer = foam(*words, "--help")
    assert (answer.code, answer.err) == (0, "")
    examples = answer.out.partition("Examples:")[2]
    assert f"foam {' '.join(words)}" in examples
    assert "--json" in answer.out


@pytest.mark.parametrize("verb", VERBS)
def test_the_table_says_of_a_verb_what_its_help_says(verb: str) -> None:
    summary = VERBS[verb][1].removesuffix(".").split(";")[0].split(",")[0]
    assert loaded(verb).help.startswith(summary)


OWN = {
    "dossier": {"--format", "--compare", "--as-of"},
    "position": {"--format", "--as-of"},
    "speech": {"--format", "--as-of"},
    "prov": {"--format", "--all", "--history", "--redact", "--shortcuts", "--full", "--check", "--no-check", "--as-of"},
    "journal": {"--all", "--as-of"},
    "pack": {"--documents", "--licence"},
    "aif": {"--as-of"},
    "graph": {"--format", "--as-of"},
    "flow": {"--format", "--as-of"},
    "cards": {"--format"},
}


def test_an_export_has_only_its_own_options() -> None:
    assert OWN.keys() == FORMATS.keys()
    for what, own in OWN.items():
        options = {
            name for param in loaded("export").commands[what].params for name in (*param.opts, *param.secondary_opts)
        }
        shared = {"-o", "--output", "--json"}
        assert {name for name in options if name.startswith("-")} == own | shared, what


def test_the_overall_help_names_every_verb_once() -> None:
    answer = foam("--help")
    commands = answer.out.partition("Commands:")[2]
    assert [line.split()[0] for line in commands.splitlines() if line.startswith("  ") and line[2] != " "] == list(
        VERBS
    )
    assert foam().out == answer.out


def test_the_version() -> None:
    assert foam("--version") == foam("--version")
    assert foam("--version").out == f"foam-graph {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["shwo", "x"], "did you mean 'show'?"),
        (["mcp", "--port", "8731"], "a port is for HTTP"),
        (["conquer"], "there is no verb 'conquer'"),
        (["show"], "Missing argument"),
        (["show", "a", "--frobnicate"], "--frobnicate"),
        (["retrieve", "x", "--corpus", "c", "-k", "many"], "valid integer"),
        (["export", "poem", "r1", "-o", "x"], "there is no export 'poem'"),
        (["export", "prov", "r1", "--format", "docx", "-o", "x"], "there is no prov format 'docx'"),
        (["export", "dosier", "r1", "-o", "x"], "did you mean 'dossier'?"),
        (["export"], "Missing command"),
        (["export", "dossier", "r1"], "--output"),
        (["export", "prov", "-o", "x"], "nothing to export was named"),
        (["export", "journal", "-o", "x"], "nothing to export was named"),
        (["export", "prov", "r1", "--all", "-o", "x"], "--all stands alone"),
        (["export", "journal", "r1", "--all", "-o", "x"], "--all stands alone"),
        (["export", "dossier", "--all", "-o", "x"], "No such option: --all"),
        (["export", "dossier", "r1", "r2", "-o", "x"], "unexpected extra argument"),
        (["export", "journal", "r1", "--history", "-o", "x"], "No such option: --history"),
        (["export", "prov", "r1", "--compare", "r2", "-o", "x"], "No such option: --compare"),
        (["export", "pack", "r1", "--as-of", "7", "-o", "x"], "No such option: --as-of"),
        (["export", "dossier", "r1", "--documents", "-o", "x"], "No such option: --documents"),
        (["export", "cards", "town", "--format", "html", "-o", "x"], "there is no cards format 'html'"),
        (["rule", "c", "--reason", "r", "--by", "b"], "either upholds or rejects"),
        (["rule", "c", "--reason", "r", "--by", "b", "--uphold", "--reject"], "either upholds or rejects"),
        (["challenge", "x", "--kind", "mood", "--grounds", "g"], "no kind of challenge 'mood'"),
        (["query"], "no query was named"),
        (["query", "standing", "-p", "run"], "'run' is not a parameter"),
        (["query", "standing", "-p", "run=a", "-p", "run=b"], "given twice"),
        (["query", "nothing"], "there is no query 'nothing'"),
        (["query", "find_ids", "-p", "prefix=a", "-p", "limit=ten", "--internal"], "limit must be int"),
        (["query", "find_ids", "-p", "prefix=a"], "is an internal query"),
        (["query", "standing", "--list"], "--list stands alone"),
        (["perspectives", "show", "nobody"], "nobody"),
        (["perspectives", "shuffle", "--domain", "opera"], "no domain 'opera'"),
        (["perspectives", "shuffle", "--set", "temporal_horizon"], "sets nothing"),
        (["perspectives", "list", "--file", "/no/such/file.yaml"], "cannot be read"),
        (["templates", "show", "no-such-template"], "no-such-template"),
        (["segment", "/no/such/file.txt"], "there is no such file"),
        (["segment", __file__, "--language", "tlh"], "no language 'tlh'"),
        (["quotes", "check"], "neither or both"),
        (["quotes", "check", "/no/such/file.jsonl"], "cannot be read"),
        (["quotes", "check", "--text", "a"], "nothing to check against"),
        (["verify", "--head", "abc"], "belongs to one chain"),
        (["verify", "--journal", "/no/such/file.jsonl"], "cannot be read"),
        (["schema", "--check", "--write"], "both given"),
        (["schema", "--root", "/no/such/folder"], "is not a folder"),
        (["load", "x"], "--corpus"),
    ],
)
def test_wrong_usage_is_told_in_words_and_as_json(arguments: list[str], words: str) -> None:
    plain = foam(*arguments)
    assert plain.code == 2
    assert plain.out == ""
    assert words in plain.err
    assert "Traceback" not in plain.err
    told = foam(*arguments, "--json")
    assert told.code == 2
    assert told.value.keys() == {"error", "message", "hint"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "prov", "r1"], ["export", "dossier", "r1"], ["export", "journal", "r1"], ["export", "cards", "town"],
        ["export", "pack", "r1"], ["export", "aif", "r1"], ["prove", "r1-1-1"], ["prove", "--since", "1"],
        ["aif", str(MAP)], ["memory", "page", "city"],
    ],
)  # fmt: skip
def test_a_file_in_no_folder_is_refused_before_anything_is_made(tmp_path: Path, arguments: list[str]) -> None:
    place = tmp_path / "missing" / "deeper" / "x"
    answer = foam(*arguments, "-o", str(place), "--json")
    assert (answer.code, answer.value["error"]) == (2, "UsageError")
    assert f"there is no folder {place.parent}" in answer.value["message"]
    folder = foam(*arguments, "-o", str(tmp_path), "--json")
    assert (folder.code, "is a folder" in folder.value["message"]) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_every_verb_that_writes_a_file_is_among_those() -> None:
    """One that gets an option ``-o`` later must refuse the same."""
    writing = {file.stem for file in Path(verbs.__file__).parent.glob("*.py") if '"-o"' in file.read_text("utf-8")}
    assert writing == {"exporting", "proving", "aif_checking", "remembering"}


def test_json_and_an_export_cannot_share_standard_output() -> None:
    answer = foam("export", "prov", "r1", "-o", "-", "--json")
    assert answer.code == 2
    assert "both claim standard output" in answer.value["message"]


@pytest.mark.parametrize("words", [(), ("export",), ("memory",), ("experiment",), ("account",)])
def test_lists_of_verbs_say_whole_sentences(words: tuple[str, ...]) -> None:
    listed = foam(*words, "--help").out.partition("Commands:")[2].partition("Examples:")[0]
    assert listed.strip()
    assert "..." not in listed
    if not words:
        assert all(" ".join(VERBS[verb][1].split()) in " ".join(listed.split()) for verb in VERBS)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("challenge", "r7"), "One of relevance, adequacy"),
        (("ask", "Why?"), "Name of the corpus. See: foam ask --help"),
        (("show",), "a sentence by its number (5.23)"),
        (("export", "dossier"), "Id of the run"),
    ],
)
def test_what_is_missing_says_what_it_is_for(words: tuple[str, ...], told: str) -> None:
    answer = foam(*words)
    assert answer.code == 2
    assert "Missing" in answer.err
    assert told in answer.err
    assert "See: foam " in answer.err
