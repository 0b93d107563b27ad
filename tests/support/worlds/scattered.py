"""A small corpus in every form, with awkward text, copies and near-copies, and what an ingest of it left."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

from foam_graph.bulk.folders import FORMAT
from foam_graph.bulk.ingesting import Ingested, Plan, ingest
from foam_graph.config import Settings

LONG = [f"Sentence number {n} says that rents in district {n * 7} rose by {n} percent." for n in range(30)]
AT = "2026-01-02T03:04:05.000006Z"
OPERATOR = "the test session"


def card(n: int, **more: str) -> str:
    text = f"Card {n} tells of the river Ouse. It rose by {n} feet in the year {1800 + n}. Nobody was hurt, they said."
    return json.dumps({"text": text, "title": f"Card {n}", **more}, ensure_ascii=False)


def write_corpus(folder: Path, cards: int = 60) -> Path:
    """Writes the corpus and returns its folder."""
    (folder / "sub").mkdir(parents=True)
    lines = [card(n, author=f"Ann {n % 7}") for n in range(cards)]
    lines[3] = card(
        3, author='O\'Brien, "Pat"; and\tothers, \\ one', title='"Quoted", with; marks \\" – 河', date="2020"
    )
    lines[5] = "not json"
    lines[9], lines[30] = lines[2], lines[3]
    lines.insert(12, "")
    (folder / "cards.jsonl").write_text("\ufeff" + "\r\n".join(lines) + "\n", encoding="utf-8")
    rows = "".join(
        f'tag {n},"A. Author {n}, 2019","full, ""cite"" {n}","Row {n} says one thing.\n\nIt says another, ""{n}""."\n'
        for n in range(cards)
    )
    (folder / "rows.csv").write_text("tag,cite,fullcite,fulltext\n" + rows + "short,row\n", encoding="utf-8")
    (folder / "sub" / "a.txt").write_text(" ".join(LONG), encoding="utf-8")
    (folder / "sub" / "b.txt").write_text(" ".join(LONG).replace("district 14 ", "quarter 14 "), encoding="utf-8")
    (folder / "sub" / "c.txt").write_text(" ".join(LONG), encoding="utf-8")
    (folder / "sub" / "d.md").write_bytes("Caf\xe9 prices rose. They fell again.".encode("latin-1"))
    (folder / "sub" / "d.md.meta.yaml").write_text('title: "From, a \\"sidecar\\""\nauthor: Kim\n', encoding="utf-8")
    (folder / "sub" / "e.txt").write_bytes(b"\0")
    (folder / "sub" / "f.xyz").write_text("no document", encoding="utf-8")
    with ZipFile(folder / "sub" / "z.zip", "w") as archive:
        archive.writestr("g.txt", "Inside of an archive. Two sentences.")
        archive.writestr("h.txt", " ".join(LONG))
    return folder


def begun(out: Path, corpus: str = "river") -> Path:
    """The folder of an ingest whose time and key are given, so that two of them can be compared."""
    out.mkdir(parents=True)
    about = {"format": FORMAT, "corpus": corpus, "operator": OPERATOR, "at": AT}
    (out / "ingest.json").write_text(json.dumps(about), encoding="utf-8")
    (out / "salt-key").write_bytes(b"k" * 32)
    return out


def take(home: Path, source: Path, out: Path, **more: object) -> Ingested:
    """Ingests into a corpus called ``river``."""
    plan = Plan("river", out, **more)  # type: ignore[arg-type]
    return ingest(Settings(home=home, operator=OPERATOR), [source], plan)


def left(out: Path) -> dict[str, bytes]:
    """Every file of an ingest that does not name its folder."""
    skipped = {"import.args", "pieces.json"}
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in skipped
    }


def stored(home: Path) -> dict[str, bytes]:
    """Every file of the corpus store."""
    root = home / "corpora" / "river"
    return {path.name: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
