"""The public surface: its names and signatures are pinned, its import is cheap, its reference page is current."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph import errors
from foam_graph.app.api_page import PATH, api_page

ROOT = Path(__file__).parent.parent
HEAVY = (
    "neo4j", "pydantic", "rdflib", "prov", "networkx", "pandas", "typer", "rich", "numpy", "tantivy", "qdrant_edge",
    "qdrant_client", "openai", "pyshacl", "lxml", "yaml",
)  # fmt: skip
RESULTS = {
    "Answer", "AnswerParts", "ChallengeList", "ChallengeRow", "ChallengeStatus", "Check", "Claim", "Contest", "Coverage", "Debate", "DebateBallot", "DebateDiff", "DebateSentence", "DebateUtterance", "DocumentRow", "EmptySlot", "Evidence", "Exported", "Hit", "Hits", "ImportedMap", "LoadReport", "MapsReport", "MemoryReport", "NamedQuery", "Objection", "Position", "PositionsDiff", "ProvExport", "Refusal", "Remark", "Rows", "Run", "RunParameters", "RunsDiff", "Sentence", "Sheet", "SheetCount", "SheetCounts", "SheetDocument", "SheetDoubt", "SheetFinding", "SheetSentence", "Shown", "TurnChange", "Verification", "Why",
}  # fmt: skip
OTHERS = {
    "Bounds", "CHALLENGE_KINDS", "Corpus", "Foam", "Limits", "Listing", "Mark", "Memory", "NewCard", "NewDocument", "Result",
    "SOURCE_CLASSES", "Section", "Settings", "__version__", "open",
}  # fmt: skip
SIGNATURES = {
    "__init__": "(session)",
    "ask": "(question, *, corpus, template=, perspectives=, agents=, seed=, dated=, perspective_file=, limits=, debate=)",
    "at": "(moment)",
    "challenge": "(target, *, kind, grounds, evidence=, by=, run=, dry_run=, reweight=, rescope=, add=, stakeholder=, correction=)",
    "close": "()",
    "contest": "(challenge)",
    "contests": "(*, skip=, most=)",
    "corpora": "()",
    "corpus": "(name)",
    "cypher": "(statement, *, bounds=, **parameters)",
    "debate": "(motion, *, corpus=, memory=, rounds=, side=, opponent=, format=, agents=, seed=, without=, openings=)",
    "diff": "(a, b)",
    "export": "(subject, what, path, *, format=, compare=, documents=, licence=, history=, redact=, full=)",
    "import_map": "(path=, *, text=, name=, by=, formats=)",
    "memory": "(name)",
    "load": "(paths, corpus, *, engine=, supersedes=)",
    "queries": "()",
    "query": "(name, **parameters)",
    "rerun": "(run, *, reweight=, add=, drop=, bar=, perspective_file=)",
    "resume": "(run)",
    "resume_debate": "(run, turns=)",
    "rule": "(challenge, *, uphold, reason, by, appeal=)",
    "run": "(run)",
    "runs": "()",
    "sheet": "(corpus, *, dated=, agents=, question=)",
    "show": "(item, *, run=)",
    "verify": "(run=, *, journal=, head=, key=)",
    "why": "(item, *, run=)",
}


def shape(function: object) -> str:
    """A signature without its types: what a caller can write."""
    assert callable(function)
    parts: list[str] = []
    for one in inspect.signature(function).parameters.values():
        if one.name == "self":
            continue
        if one.kind is inspect.Parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        stars = "**" if one.kind is inspect.Parameter.VAR_KEYWORD else ""
        parts.append(stars + one.name + ("" if one.default is inspect.Parameter.empty else "="))
    return f"({', '.join(parts)})"


def test_the_names_are_those_that_are_promised() -> None:
    raised = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    assert set(fg.__all__) == RESULTS | OTHERS | raised
    assert len(fg.__all__) == len(set(fg.__all__))
    for name in fg.__all__:
        assert getattr(fg, name) is not None
        assert name in dir(fg)
    for name in RESULTS:
        assert issubclass(getattr(fg, name), fg.Result), name
    for name in raised:
        assert issubclass(getattr(fg, name), fg.FoamError), name


def test_the_signatures_are_those_that_are_promised() -> None:
    found = {n: shape(f) for n, f in inspect.getmembers(fg.Foam, inspect.isfunction) if not n.startswith("_")}
    assert {"__init__": shape(fg.Foam), **found} == SIGNATURES
    assert shape(fg.open) == "(home=, *, settings=, start=, progress=)"
    assert shape(fg.Corpus.add) == "(documents, by_loader=)"
    assert shape(fg.Corpus.search) == "(query, *, most=)"
    assert shape(fg.Corpus.load) == "(paths, *, engine=, supersedes=, by_loader=, refuse=)"


def test_a_checker_of_types_sees_every_name_that_is_there() -> None:
    source = (ROOT / "foam_graph" / "__init__.py").read_text(encoding="utf-8")
    for name in fg.__all__:
        assert name == "__version__" or f" as {name}\n" in source or f" as {name}  #" in source, name
    assert (ROOT / "foam_graph" / "py.typed").exists()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'position'"):
        _ = fg.position  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "code",
    [
        "import foam_graph",
        "import foam_graph; foam_graph.__version__; dir(foam_graph)",
        "import foam_graph; foam_graph.UnknownId",
    ],
)
def test_an_import_pays_for_nothing_that_is_not_used(code: str) -> None:
    assert imported(code) & set(HEAVY) == set()


def test_the_version_and_help_are_printed_without_the_front_door() -> None:
    code = "import sys; sys.argv = ['foam', '--version']\nfrom foam_graph.cli import main\ntry: main()\nexcept SystemExit: pass"
    assert (
        imported(code) & {"neo4j", "pydantic", "rdflib", "prov", "networkx", "pandas", "openai", "qdrant_client", "mcp"}
        == set()
    )
    assert "foam_graph.app.foam" not in modules(code)
    assert "foam_graph.app.foam" not in modules(code.replace("--version", "--help"))


def imported(code: str) -> set[str]:
    return {name.partition(".")[0] for name in modules(code)}


def modules(code: str) -> set[str]:
    told = f"{code}\nimport json, sys\nsys.stderr.write('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_the_reference_page_is_current() -> None:
    assert (ROOT / PATH).read_text(encoding="utf-8") == api_page(), "bring it up to date with: foam schema --write"


def test_the_reference_page_says_what_each_name_is() -> None:
    page = api_page()
    for name in fg.__all__:
        assert name == "__version__" or f"\n### {name}" in page, name
    for name in SIGNATURES:
        assert name == "__init__" or f"\n#### Foam.{name}\n" in page, name
    assert "semantic versioning" in page
