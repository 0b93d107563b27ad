"""What can be asked of every verb without a server: help, examples, summaries, the version."""

from __future__ import annotations

import pytest
from calling import foam

from foam_graph import __version__
from foam_graph.cli.verbs import VERBS, loaded

SUBCOMMANDS = [
    ("perspectives", "list"),
    ("perspectives", "show"),
    ("perspectives", "shuffle"),
    ("templates", "list"),
    ("templates", "show"),
    ("quotes", "check"),
    ("prov", "check"),
    ("evidence", "report"),
]
GROUPS = ("quotes", "evidence", "prov")
"""Verbs that only hold others."""


@pytest.mark.parametrize("words", [*((verb,) for verb in VERBS if verb not in GROUPS), *SUBCOMMANDS])
def test_every_help_has_an_example_of_the_verb_itself(words: tuple[str, ...]) -> None:
    answer = foam(*words, "--help")
    assert (answer.code, answer.err) == (0, "")
    examples = answer.out.partition("Examples:")[2]
    assert f"foam {words[0]}" in examples
    assert "--json" in answer.out


@pytest.mark.parametrize("verb", VERBS)
def test_the_table_says_of_a_verb_what_its_help_says(verb: str) -> None:
    summary = VERBS[verb][1].removesuffix(".").split(";")[0].split(",")[0]
    assert loaded(verb).help.startswith(summary)


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
        (["conquer"], "there is no verb 'conquer'"),
        (["show"], "Missing argument"),
        (["show", "a", "--frobnicate"], "--frobnicate"),
        (["retrieve", "x", "--corpus", "c", "-k", "many"], "valid integer"),
        (["export", "poem", "r1", "-o", "x"], "there is no export 'poem'"),
        (["export", "prov", "r1", "--format", "docx", "-o", "x"], "there is no prov format 'docx'"),
        (["export", "prov", "-o", "x"], "0 ids were given"),
        (["export", "prov", "r1", "--all", "-o", "x"], "--all stands alone"),
        (["export", "dossier", "--all", "-o", "x"], "--all stands alone"),
        (["export", "dossier", "r1", "r2", "-o", "x"], "2 ids were given"),
        (["export", "journal", "r1", "--history", "-o", "x"], "--history does not apply to journal"),
        (["export", "prov", "r1", "--compare", "r2", "-o", "x"], "--compare does not apply to prov"),
        (["rule", "c", "--reason", "r", "--by", "b"], "either upholds or rejects"),
        (["rule", "c", "--reason", "r", "--by", "b", "--uphold", "--reject"], "either upholds or rejects"),
        (["challenge", "x", "--kind", "mood", "--grounds", "g"], "no kind of challenge 'mood'"),
        (["query"], "no query was named"),
        (["query", "standing", "-p", "run"], "'run' is not a parameter"),
        (["query", "standing", "-p", "run=a", "-p", "run=b"], "given twice"),
        (["query", "nothing"], "there is no query 'nothing'"),
        (["query", "find_ids", "-p", "prefix=a", "-p", "limit=ten"], "limit must be int"),
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


def test_json_and_an_export_cannot_share_standard_output() -> None:
    answer = foam("export", "prov", "r1", "-o", "-", "--json")
    assert answer.code == 2
    assert "both claim standard output" in answer.value["message"]
