"""A small appeal in documents: the licence of a workshop was withdrawn on three grounds, which the file can test."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from foam_graph.agents.protocol import CaseData
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_texts import Text, case_of

QUESTION = "Should the withdrawal of the licence of Orla Finch be upheld or reversed?"
RULES = (
    "Workshop Ordinance",
    "law",
    "2024-01-01",
    "## Noise\n\nThe noise of a workshop at night must not exceed 60 decibels.\n\n"
    "## Waste\n\nThe waste oil in a workshop must not exceed 200 litres. "
    "The waste oil limit does not apply to a workshop whose oil tank is certified by the fire service.\n\n"
    "## Appeals\n\nThe Board must uphold a withdrawal when at least one ground of the withdrawal is lawful and proved.",
)
DECISION = (
    "Withdrawal of the licence of Orla Finch",
    "decision",
    "2026-03-02",
    "The Town withdraws the licence of Orla Finch.\n\nThe first ground is noise. "
    "The noise of 66 decibels exceeds the limit of 60 decibels.\n\n"
    "The second ground is waste. The waste oil of 240 litres exceeds the limit of 200 litres. "
    "No oil tank of Orla Finch is certified by the fire service.",
)
NOISE = (
    "Noise record of the night watch",
    "official_record",
    "2026-02-10",
    "The noise of the workshop at night was 55 decibels on 9 February 2026.",
)
OIL = (
    "Oil record of the inspector",
    "official_record",
    "2026-02-12",
    "The waste oil in the workshop was 240 litres on 12 February 2026.",
)
CERTIFICATE = (
    "Certificate of the fire service",
    "official_record",
    "2026-01-20",
    "The oil tank of the workshop of Orla Finch is certified by the fire service.",
)
DOCUMENTS: tuple[Text, ...] = (RULES, DECISION, NOISE, OIL, CERTIFICATE)


def write(folder: Path, *texts: Text) -> Path:
    """Writes documents as files into a folder, and returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for n, (title, source_class, day, text) in enumerate(texts, 1):
        head = f'---\ntitle: "{title}"\ndate: "{day}"\nsource_class: {source_class}\n---\n'
        (folder / f"{n}.md").write_text(f"{head}{text}\n", encoding="utf-8")
    return folder


def case_data(*texts: Text, stances: tuple[str, ...] = ("owner", "town")) -> CaseData:
    """Documents as rules read them, with their sheet."""
    file: CaseFile = case_of(*(texts or DOCUMENTS))
    found = sheet(file, date(2026, 6, 1))
    return CaseData(file, {f"F{n}": one for n, one in enumerate(found, 1)}, stances)
