"""Loaders are found through entry points: those of the product, those of others, and broken ones, on the command line too."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.app.loader_plugins import GROUP, loaders
from tests.support.calling import foam
from tests.support.shared_data import ROOT

OWN = {
    "aif-debate", "aifdb", "argdown", "case-records", "debate-jsonl", "debate-text", "debatesum", "federalist", "mail",
    "numbered-claims", "opendebateevidence", "orchid", "verbatim",
}  # fmt: skip
PAGE = ROOT / "docs" / "how-to" / "write-a-loader.md"
UV = shutil.which("uv", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
LETTER = b"From: Nora <nora@example.org>\nSubject: Late\n\nThe notice came late.\n"


@pytest.fixture(scope="module")
def home(settings: fg.Settings, endpoint: object) -> str:
    assert endpoint
    return str(settings.home)


@pytest.fixture
def here(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", home)


def plugin(site: Path, package: str, name: str, source: str, value: str = "") -> None:
    """Puts a package with one loader into a folder, with the metadata that an installer writes."""
    module = package.replace("-", "_")
    (site / f"{module}.py").write_text(source, encoding="utf-8")
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {value or module + ':load'}\n", encoding="utf-8")


def test_every_loader_of_the_tree_is_an_entry_point_and_describes_itself() -> None:
    there = {
        path.stem.replace("_", "-")
        for path in (ROOT / "loaders").glob("*.py")
        if any(isinstance(n, ast.FunctionDef) and n.name == "load" for n in ast.parse(path.read_text("utf-8")).body)
    }
    assert there == OWN
    rows = {row.name: row for row in loaders() if row.package == "foam-graph"}
    assert rows.keys() == OWN
    for row in rows.values():
        assert row.fault == ""
        assert row.loads.endswith(".")
        assert "Not read: " in row.about
        assert "Raises:" in row.about
    assert rows["case-records"].options == ("corpus*", "map*", "encoding", "dates", "delimiter")


def test_the_list_is_printed_for_people_and_programs() -> None:
    listed = foam("loaders", "--json").value
    assert {row["name"] for row in listed} >= OWN
    assert all("fault" not in row for row in listed if row["package"] == "foam-graph")
    printed = foam("loaders")
    assert printed.code == 0
    assert re.search(r"^mail\tMail alone: .*\tcorpus\*\tfoam-graph ", printed.out, re.MULTILINE)


@pytest.mark.usefixtures("here")
def test_a_loader_loads_from_the_command_line(corpus: str, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(LETTER)
    done = foam("load", "--loader", "mail", str(tmp_path), "--option", f"corpus={corpus}", "--json")
    assert (done.code, done.value["ok"], len(done.value["added"])) == (0, True, 1)
    (row,) = foam("documents", "--corpus", corpus, "--json").value
    assert (row["author"], row["source_class"]) == ("Nora <nora@example.org>", "correspondence")
    (tmp_path / "b.eml").write_bytes(b"Dear all,\n")
    told = foam("load", "--loader", "mail", str(tmp_path), "--corpus", corpus)
    assert told.code == 1
    assert "  refused b.eml: not a mail" in told.out
    assert told.err.startswith("foam: 1 were refused; the other documents are loaded\n")
    # Maps go into no corpus.
    (tmp_path / "map.argdown").write_text(f"[A]: It rains in {corpus}.\n  - <B>: It does not.\n", encoding="utf-8")
    maps = foam("load", "--loader", "argdown", str(tmp_path / "map.argdown"), "--json")
    assert (maps.code, len(maps.value["added"])) == (0, 1)
    assert "1 already there" in foam("load", "--loader", "argdown", str(tmp_path / "map.argdown")).out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--loader", "mial", "{}", "--corpus", "x"), "no loader 'mial'; did you mean 'mail'?"),
        (("--loader", "zzz", "{}", "--corpus", "x"), "no loader 'zzz'\n"),
        (("--loader", "mail", "{}"), "the loader 'mail' needs corpus"),
        (("--loader", "case-records", "{}", "--corpus", "x"), "the loader 'case-records' needs map"),
        (("--loader", "aifdb", "{}", "--corpus", "x"), "the loader 'aifdb' loads into no corpus"),
        (("--loader", "case-records", "{}", "--corpus", "x", "--option", "delimeter=;"), "did you mean 'delimiter'?"),
        (("--loader", "mail", "{}", "--corpus", "x", "--option", "law"), "'law' is no KEY=VALUE"),
        (("--loader", "mail", "{}", "--corpus", "x", "--option", "corpus=y"), "'corpus' is given twice"),
        (("--loader", "mail", "{}", "{}", "--corpus", "x"), "one path, and 2 were given"),
        (("--loader", "mail", "{}/none.eml", "--corpus", "x"), "there is no file or folder"),
        (("--loader", "mail", "{}", "--corpus", "x", "--supersedes", "d1"), "do not go with --loader"),
        (("{}", "--corpus", "x", "--option", "a=b"), "--option is for a loader"),
        (("{}",), "Missing option '--corpus'"),
    ],
)
def test_what_cannot_be_asked_of_a_loader_is_a_usage_error(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    done = foam("load", *(word.format(tmp_path) for word in words))
    assert (done.code, done.out) == (2, "")
    assert told in done.err


@pytest.mark.usefixtures("here")
def test_a_broken_plugin_is_told_by_name_and_breaks_no_other(
    corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    plugin(site, "lost-court", "court", "import a_package_that_is_nowhere\n")
    plugin(site, "wrong-type", "number", "load = 5\n")
    plugin(site, "no-path", "pathless", "def load(foam): ...\n")
    plugin(site, "gone", "gone", "", "gone:load")
    plugin(site, "second-mail", "mail", "def load(foam, path, *, corpus):\n    '''Other mail.'''\n")
    plugin(
        site, "breaks-off", "breaker", "def load(foam, path, *, corpus):\n    '''Breaks off.'''\n    return {}['x']\n"
    )
    plugin(site, "no-report", "silent", "def load(foam, path, *, corpus):\n    '''Says nothing.'''\n")
    listed = foam("loaders", "--json")
    assert listed.code == 0
    rows = {(row["package"], row["name"]): row for row in listed.value}
    assert {("foam-graph", name) for name in OWN} <= rows.keys()
    assert "a_package_that_is_nowhere" in rows["lost-court", "court"]["fault"]
    assert "is no function" in rows["wrong-type", "number"]["fault"]
    assert "takes no path beside the graph" in rows["no-path", "pathless"]["fault"]
    assert "gone" in rows["gone", "gone"]["fault"]
    assert "court of lost-court 1.0 cannot be used: ModuleNotFoundError" in foam("loaders").out

    (tmp_path / "a.eml").write_bytes(LETTER)
    where = (str(tmp_path / "a.eml"), "--corpus", corpus)
    for name, code, told in (
        ("court", 3, "the loader 'court' of lost-court cannot be used"),
        ("mail", 2, "2 packages have a loader 'mail'"),
        ("breaker", 2, "the loader 'breaker' of breaks-off broke off: KeyError: 'x'"),
        ("silent", 2, "gave back NoneType, which is no report"),
    ):
        done = foam("load", "--loader", name, *where)
        assert (done.code, done.out) == (code, ""), done
        assert told in done.err
    assert foam("load", "--loader", "foam-graph:mail", *where).code == 0


def blocks() -> dict[str, str]:
    """The files of the how-to page, by name."""
    found = re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return {name: text for name, text in found}  # noqa: C416 - findall does not say that it gives pairs


@pytest.mark.usefixtures("here")
def test_the_loader_of_the_how_to_installs_and_runs(
    corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = blocks()
    assert files.keys() == {"minutes_loader.py", "pyproject.toml"}
    assert len([line for line in files["minutes_loader.py"].splitlines() if line.strip()]) <= 20
    source, site, council = tmp_path / "source", tmp_path / "site", tmp_path / "council"
    for folder in (source, council):
        folder.mkdir()
    for name, text in files.items():
        (source / name).write_text(text, encoding="utf-8")
    assert UV, "make setup installs uv"
    words = [
        UV,
        "pip",
        "install",
        "--quiet",
        "--offline",
        "--no-deps",
        "--python",
        sys.executable,
        "--target",
        str(site),
    ]
    subprocess.run([*words, str(source)], check=True)
    monkeypatch.syspath_prepend(site)
    assert list(site.glob("minutes_loader-*.dist-info/entry_points.txt"))

    (council / "03.txt").write_text("2026-03-14 | Housing committee\nThe rent was fixed. Two abstained.\n", "utf-8")
    (council / "04.txt").write_text("Nothing was noted.\n", "utf-8")
    (council / "05.txt").write_bytes(b"\xff\xfe\0")
    listed = foam("loaders", "--json").value
    (row,) = (row for row in listed if row["name"] == "minutes")
    assert (row["package"], row["options"]) == ("minutes-loader", ["corpus*", "source_class"])
    done = foam("load", "--loader", "minutes", str(council), "--corpus", corpus, "--json")
    assert (done.code, len(done.value["added"])) == (1, 1)
    assert [one["path"] for one in done.value["rejected"]] == ["04.txt", "05.txt"]
    (document,) = foam("documents", "--corpus", corpus, "--json").value
    assert (document["title"], document["date"], document["sentences"]) == ("Housing committee", "2026-03-14", 2)
    assert document["source_class"] == "official_record"


def linted(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A checker over a small tree with the settings of this one."""
    for root, names in {"foam_graph": ("__init__", "store"), "loaders": ("__init__", "planted")}.items():
        (tree / root).mkdir(exist_ok=True)
        for name in names:
            (tree / root / f"{name}.py").touch()
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tree / "pyproject.toml").write_text(settings, encoding="utf-8")
    program = str(Path(sys.executable).parent / command[0])
    # Nothing of this session's own settings may reach it.
    return subprocess.run([program, *command[1:]], cwd=tree, capture_output=True, text=True, check=False)


def test_a_planted_error_of_type_in_loaders_is_found(tmp_path: Path) -> None:
    (tmp_path / "loaders").mkdir()
    (tmp_path / "loaders" / "planted.py").write_text('count: int = "many"\n', encoding="utf-8")
    done = linted(tmp_path, "mypy")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "loaders/planted.py:1: error: Incompatible types in assignment" in done.stdout


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("import foam_graph\nfrom foam_graph import *\nfrom . import other\n", True),
        ("from foam_graph.store import x\n", False),
        ("import foam_graph.store\n", False),
        ("from foam_graph import store\n", False),
        ("import neo4j\n", False),
    ],
)
def test_an_import_of_more_than_the_root_in_loaders_is_found(tmp_path: Path, source: str, kept: bool) -> None:
    (tmp_path / "loaders").mkdir()
    (tmp_path / "loaders" / "other.py").touch()
    (tmp_path / "loaders" / "planted.py").write_text(source, encoding="utf-8")
    done = linted(tmp_path, "lint-imports", "--contract", "loaders", "--no-cache")
    assert ("1 kept, 0 broken" in done.stdout) is kept, done.stdout + done.stderr
    assert done.returncode == (0 if kept else 1)


def test_the_checkers_of_this_tree_look_at_loaders() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert tools["mypy"]["packages"] == ["foam_graph", "loaders"]
    assert tools["importlinter"]["root_packages"] == ["foam_graph", "loaders"]
