"""Every reference resolves: sections of the protocol, decisions, links, pages, paths, named queries and verbs.

Each rule is a function from a line of text to its faults, so that the same function is shown to find a planted fault.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import unicodedata
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from foam_graph.cli.verbs import VERBS, loaded

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
Rule = Callable[[str, Path], Iterator[str]]
"""What is wrong with a line of a file, in words. There are 280,000 lines: whether one speaks of such a thing at all is asked
before its patterns are looked for."""

KNOWN: dict[str, str] = {}
"""Faults that are known, each with why it is still there. An entry that nothing needs any more is itself a fault."""


# ---- what there is to refer to ---------------------------------------------------------------------------------------


@cache
def repository_files() -> tuple[str, ...]:
    """Paths of the repository's own files, relative to its root, build output left out."""
    folders = ("foam_graph", "cypher", "ontology", "loaders", "docs", "tests", "benchmarks", "docker", "examples")
    found = [
        p for folder in folders for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts
    ]
    found += [p for p in ROOT.iterdir() if p.is_file()]
    return tuple(sorted(str(p.relative_to(ROOT)) for p in found))


@cache
def names_of_files() -> frozenset[str]:
    """Their names without folders."""
    return frozenset(path.rpartition("/")[2] for path in repository_files())


@cache
def sections() -> frozenset[str]:
    """Numbers of the protocol's sections."""
    text = (DOCS / "explanation" / "protocol.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^#{2,3} (\d+(?:\.\d+)?) ", text, re.MULTILINE))


@cache
def decisions() -> frozenset[str]:
    """Numbers of the decisions."""
    return frozenset(p.name[:4] for p in (DOCS / "decisions").glob("*.md"))


@cache
def queries() -> frozenset[str]:
    """Names of the named queries, an auditor's among them."""
    return frozenset(p.stem for p in (ROOT / "cypher").rglob("*.cypher"))


@cache
def sub_verbs(verb: str) -> frozenset[str] | None:
    """What may follow a verb that has verbs of its own; None for a verb that takes arguments."""
    commands: dict[str, Any] = getattr(loaded(verb), "commands", {})
    return frozenset(commands) or None


@cache
def anchors(page: Path) -> frozenset[str]:
    """Anchors of a page that both GitHub and Python-Markdown give it."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = [
        re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", h) for h in re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE)
    ]
    github = {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}
    return frozenset(github & {_markdown_slug(h) for h in headings}) | frozenset(re.findall(r'<a id="([^"]+)">', text))


def _markdown_slug(heading: str) -> str:
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


# ---- the rules -------------------------------------------------------------------------------------------------------

_NUMBERS = r"(?:\d+(?:\.\d+)*(?:(?:, | and | to )(?=\d))?)+"


def protocol(line: str, _file: Path) -> Iterator[str]:
    """``protocol 6.4`` is a section of docs/explanation/protocol.md."""
    if "protocol" not in line.lower():
        return
    for cited in re.findall(rf"\bprotocol ({_NUMBERS})", line, re.IGNORECASE):
        for number in re.findall(r"\d+(?:\.\d+)*", cited):
            if number not in sections():
                yield f"protocol {number}: docs/explanation/protocol.md has no such section"


def decision(line: str, _file: Path) -> Iterator[str]:
    """``decision 0011`` is a file docs/decisions/0011-….md."""
    if "decision" not in line.lower():
        return
    for cited in re.findall(rf"\bdecisions? ({_NUMBERS})", line, re.IGNORECASE):
        for number in re.findall(r"\d+(?:\.\d+)*", cited):
            if number not in decisions():
                yield f"decision {number}: there is no docs/decisions/{number}-….md"


PRODUCED = frozenset({"controls.md", "speech.md", "NAME.md"})
"""Markdown files that the product writes or a user may have, named in code."""
_ELSEWHERE = (
    re.compile(r"\b[\w-]+\.md,? (?:section )?\d"),
    re.compile(r"\barchitecture,? (?:decisions?|section)? ?\d"),
    re.compile(r"\b00\d,? [A-Z]\.\d"),
)
"""Citations by number of pages that have none, or of papers by a number that only we gave them."""


def pages(line: str, file: Path) -> Iterator[str]:
    """A Markdown file that is named is in the repository, and none is cited by a number but the protocol."""
    if not any(part in line for part in (".md", "architecture", "00")):
        return
    for pattern in _ELSEWHERE:
        yield from (f"{found}: no reader can look that up" for found in pattern.findall(line))
    for name in re.findall(r"(?<![\w./*-])[\w./-]*[\w-]\.md\b", line):
        # What generates a page names other pages as that page does, from a folder of docs.
        near = [folder / name for folder in (file.parent, ROOT, DOCS, DOCS / "reference", DOCS / "reference" / "audit")]
        known = name in names_of_files()
        if not known and name not in PRODUCED and not any(path.is_file() for path in near):
            yield f"{name}: there is no such page"


_FOLDERS = "foam_graph|cypher|docs|tests|benchmarks|ontology|examples|docker|loaders"
WRITTEN = frozenset({"docker/.env", "docker/dockerfile"})
"""What looks like a path of the repository and is a user's file, or Docker's name for its language."""


def paths(line: str, _file: Path) -> Iterator[str]:
    """A path of the repository that is named is there; a pattern meets a file."""
    if "/" not in line:
        return
    for found in re.findall(rf"(?<![\w./<-])(?:{_FOLDERS})/[\w./*-]*\w[/*]*", line):
        name = found.rstrip("/")
        if name in WRITTEN or (ROOT / name).exists():
            continue
        if "*" not in name or not any(fnmatch(path, name) for path in repository_files()):
            yield f"{name}: there is no such path"
    for name in re.findall(rf"`((?!(?:{_FOLDERS})/)\w+/[\w/]+\.(?:py|yaml|cypher|ttl))`", line):
        if not any(f"/{path}".endswith(f"/{name}") for path in repository_files()):
            yield f"{name}: no path ends like this"


def modules(line: str, _file: Path) -> Iterator[str]:
    """A dotted name of the package that a page mentions can be imported, or is a group of entry points that code reads."""
    if "foam_graph." not in line:
        return
    for name in re.findall(r"\bfoam_graph(?:\.[a-z_]\w*)+", line):
        if not _importable(name) and f'"{name}"' not in _source():
            yield f"{name}: there is no such name"


def _importable(name: str) -> bool:
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        for part in parts[size:]:
            found = getattr(found, part, None)
        return found is not None
    return False


@cache
def _source() -> str:
    return "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "foam_graph").rglob("*.py"))


def named_queries(line: str, _file: Path) -> Iterator[str]:
    """A query that is named after ``foam query``, or that code asks the store for, is a file of ``cypher/``."""
    if not any(part in line for part in ("foam query", "store.ask", "named quer")):
        return
    asked = re.findall(rf"{_COMMAND}foam query ([a-z]+(?:_[a-z]+)*)\b", line)
    asked += re.findall(r"\bstore\.ask\(\"(\w+)\"", line) + re.findall(r"named quer(?:y|ies) `+(\w+)`", line)
    yield from (f"{name}: there is no such query" for name in asked if name not in queries())


_COMMAND = r"(?:^[\s>$#*-]*|[`\"'(]|(?<=: )|(?<=&& )|(?<=; )|(?<=\| ))"
"""What stands before a command, as against a sentence about the program."""
PROSE = frozenset({"command", "reaches", "does"})
"""Words that follow the program's name in sentences about it."""


def verbs(line: str, file: Path) -> Iterator[str]:
    """``foam VERB`` is in the table of verbs; after a verb that has verbs of its own, one of these or an option."""
    if "foam " not in line or file.name == "verbs.yaml":
        return  # English verbs in the order of the alphabet, of which the product's name is one
    for verb in re.findall(r"(?<![\w./@-])foam ([a-z][a-z-]*)\b(?![:=.]\w)", line):
        if verb not in VERBS and verb not in PROSE:
            yield f"foam {verb}: there is no such verb"
    for verb, sub in re.findall(rf"{_COMMAND}foam ([a-z]+) ([a-z][a-z-]*)(?![\w./-])", line):
        known = sub_verbs(verb) if verb in VERBS else None
        if known is not None and sub not in known:
            yield f"foam {verb} {sub}: {verb} has only {', '.join(sorted(known))}"


def links(line: str, file: Path) -> Iterator[str]:
    """A relative link of a page leads to a file, and to a heading or anchor in it that every renderer makes."""
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
        name, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", name):
            continue
        page = (file.parent / name).resolve() if name else file
        if not page.exists():
            yield f"{target}: there is no such file"
        elif anchor and anchor not in anchors(page):
            yield f"{target}: {page.name} has no such anchor"


# ---- where they hold -------------------------------------------------------------------------------------------------


def text_files(*globs: str) -> list[Path]:
    own = Path(__file__).name
    return [ROOT / p for p in repository_files() if any(fnmatch(p, glob) for glob in globs) and not p.endswith(own)]


PAGES = text_files("docs/*.md", "README.md", "CONTRIBUTING.md", "docker/README.md", "examples/*/README.md")
CODE = text_files(
    "foam_graph/*.py", "foam_graph/*.yaml", "foam_graph/*.md", "foam_graph/*.html", "foam_graph/*.css", "cypher/*.cypher",
    "loaders/*.py", "benchmarks/*.py", "benchmarks/*.yaml", "ontology/*.ttl", "ontology/*.cypher", "ontology/*.rq",
    "docker/*.yaml", "docker/Dockerfile", "Makefile", "pyproject.toml",
)  # fmt: skip
TESTS = text_files("tests/*.py")
_OF_TESTS = frozenset(TESTS)
HOLD: tuple[tuple[Rule, list[Path]], ...] = (
    (protocol, PAGES + CODE + TESTS),
    (decision, PAGES + CODE + TESTS),
    (pages, PAGES + CODE + TESTS),
    (paths, PAGES + CODE + TESTS),
    (modules, PAGES),
    (named_queries, PAGES + CODE),
    (verbs, PAGES + CODE),
    (links, PAGES),
)


_BROKEN = re.compile(r"\b(?:protocol|decisions?|foam|foam query)$", re.IGNORECASE)


@cache
def lines_of(file: Path) -> tuple[tuple[int, str], ...]:
    """The numbered lines of a file; of a test only what is said about it, for its data may name anything."""
    text = file.read_text(encoding="utf-8")
    lines = (_remarks(text) if file in _OF_TESTS else text).splitlines()
    # A reference that a line break divides is read whole.
    after = [*(line.strip().lstrip("#/ ") for line in lines[1:]), ""]
    whole = [f"{line} {more}" if _BROKEN.search(line) else line for line, more in zip(lines, after, strict=True)]
    return tuple(enumerate(whole, 1))


def _remarks(source: str) -> str:
    """Comments and docstrings of a module, each on its own line."""
    kept = [""] * (source.count("\n") + 2)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            kept[token.start[0] - 1] += token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for n, line in enumerate(node.value.value.splitlines(), node.lineno - 1):
                kept[n] += line
    return "\n".join(kept)


def faults(rule: Rule, files: list[Path]) -> Iterator[tuple[str, str]]:
    """Place and fault of every reference that does not resolve."""
    for file in files:
        fenced = False
        for number, line in lines_of(file):
            fenced ^= line.startswith("```")
            if rule is links and fenced:
                continue
            for fault in rule(line, file):
                yield f"{file.relative_to(ROOT)}:{number}", fault


@cache
def everywhere(rule: Rule) -> tuple[tuple[str, str], ...]:
    """What one rule finds where it holds."""
    return tuple(faults(rule, dict(HOLD)[rule]))


@pytest.mark.parametrize(("rule", "files"), HOLD, ids=[rule.__name__ for rule, _ in HOLD])
def test_every_reference_resolves(rule: Rule, files: list[Path]) -> None:
    assert files
    assert not [f"{place}: {fault}" for place, fault in everywhere(rule) if fault not in KNOWN]


def test_what_is_known_is_still_there() -> None:
    found = {fault for rule, _ in HOLD for _, fault in everywhere(rule)}
    assert not KNOWN.keys() - found, "mended: take it out of KNOWN"


PLANTED: tuple[tuple[Rule, str, str], ...] = (
    (protocol, "as protocol 6.99 says", "as protocol 6.4 says"),
    (protocol, "Protocol 6.3, 6.5 and 6.88:", "Protocol 6.3, 6.5 and 6.7:"),
    (protocol, "protocol 77", "protocol 7"),
    (decision, "(decision 0999)", "(decision 0011)"),
    (decision, "decisions 0001 and 3", "decisions 0001 and 0003"),
    (pages, "see nowhere.md", "see docs/how-to/contest.md"),
    (pages, "as evidence.md 4 has it", "as evidence.md has it"),
    (pages, "(architecture, decision 10)", "(architecture)"),
    (pages, "(architecture 3)", "architectures of 2003"),
    (pages, "001 C.4", "a table of 001 rows"),
    (paths, "in `foam_graph/store/nothing.py`", "in `foam_graph/store/writing/lane.py`"),
    (paths, "docs/decisions/0010.", "docs/decisions."),
    (paths, "cypher/nothing_*.cypher", "cypher/erasure_*.cypher"),
    (paths, "`cli/nothing.py`", "`cli/verbs.py`"),
    (modules, "foam_graph.resources.load_toml", "foam_graph.resources.load_yaml"),
    (named_queries, "`foam query standings -p run=RUN`", "`foam query standing -p run=RUN`"),
    (named_queries, 'store.ask("standings")', 'store.ask("standing")'),
    (named_queries, "    foam query by_nobody", "Ask foam query by name"),
    (verbs, "Contest it: foam contest ID", "Contest it: foam challenge ID"),
    (verbs, "{{ id }} with `foam disput`", "{{ id }} with `foam rule`"),
    (verbs, "`foam perspectives shufle`", "`foam perspectives shuffle --seed 1`"),
    (verbs, "    foam quotes chek FILE", "    foam quotes check FILE"),
    (verbs, "It runs foam chalenge at once.", "It runs foam challenge at once, and foam reaches it."),
    (links, "[x](nothing.md)", "[x](index.md)"),
    (links, "[x](explanation/protocol.md#6.99)", "[x](explanation/protocol.md#6.4)"),
    (links, "[x](explanation/sublation.md#two-versions)", "[x](explanation/sublation.md#two-versions-of-one-slot)"),
    (links, "![x](images/nothing.png)", "![x](images/dossier.png), [y](https://example.org/nothing.md)"),
)


@pytest.mark.parametrize(("rule", "bad", "good"), PLANTED)
def test_a_planted_fault_is_found(rule: Rule, bad: str, good: str) -> None:
    page = DOCS / "index.md"
    assert len(list(rule(bad, page))) == 1
    assert not list(rule(good, page))


def test_a_reference_that_a_line_break_divides_is_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "It is said in protocol\n6.99, and why in decision\n0998. Then\nrun `foam\ndisput`.\n", encoding="utf-8"
    )
    found = [fault for rule in (protocol, decision, verbs) for _, line in lines_of(page) for fault in rule(line, page)]
    assert [fault.partition(":")[0] for fault in found] == ["protocol 6.99", "decision 0998", "foam disput"]


# ---- the pages as a whole --------------------------------------------------------------------------------------------


def test_sections_of_the_protocol_are_in_order_and_have_their_number_as_anchor() -> None:
    text = (DOCS / "explanation" / "protocol.md").read_text(encoding="utf-8")
    found = re.findall(r'^<a id="([\d.]+)"></a>\n#{2,3} ([\d.]+) \S', text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^#{2,} ", text, re.MULTILINE)) == len(sections())
    assert all(anchor == number for anchor, number in found)
    expected: list[str] = []
    for _, number in found:
        chapter, _, part = number.partition(".")
        last = expected[-1].split(".") if expected else ["0"]
        before = int(last[1]) if len(last) > 1 else 0
        assert (int(chapter), int(part or 0)) == ((int(last[0]), before + 1) if part else (int(last[0]) + 1, 0)), number
        expected.append(number)


def _pages_of(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from _pages_of(item)


def unlisted(nav: Any) -> list[str]:
    """Pages that a navigation lists and that are not there, or the other way round, or that it lists twice."""
    listed = sorted(_pages_of(nav))
    there = {str(p.relative_to(DOCS)) for p in DOCS.rglob("*.md")}
    return sorted(there ^ set(listed)) + [p for n, p in enumerate(listed) if p in listed[:n]]


def test_the_navigation_lists_every_page_once() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert not unlisted(nav)
    assert unlisted([*nav, {"Nowhere": "nowhere.md"}, {"Again": "index.md"}]) == ["nowhere.md", "index.md"]
    assert unlisted(nav[1:]) == ["index.md"]
