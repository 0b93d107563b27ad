"""A small corpus over which two perspectives weigh liberty and security the other way round: a run over it branches."""

from __future__ import annotations

from pathlib import Path

QUESTION = "Should the town of Harrowby install cameras in the market square?"
TEMPLATE = "policy-memo"
PERSPECTIVES = ("liberty", "order")

DOCUMENTS = {
    "watch.md": (
        "Report of the town watch",
        "research",
        """Cameras in the market square would reduce thefts and protect the safety of traders.
The thefts in the market square are a danger to the safety of traders and customers.
Cameras in the market square would increase safety because thefts are seen when they happen.
The safety of the market square depends on what the town watch can see.
The town watch recommends cameras in the market square for the safety of customers.""",
    ),
    "assembly.md": (
        "Resolution of the citizens' assembly",
        "official_record",
        """Cameras in the market square would reduce the freedom of customers and traders to meet unseen.
The freedom to walk in the market square without being watched is an old liberty of the town.
Cameras in the market square would increase coercion because every meeting is watched.
The liberty of the market square depends on what the town watch cannot see.
The assembly recommends that the market square remain free of cameras for the liberty of citizens.""",
    ),
    "square.md": (
        "Survey of the market square",
        "statistics",
        """The market square currently has no cameras and 310 stalls.
Thefts in the market square remain a problem because the square is crowded.
The liberty of traders remains a problem of the market square because rules multiply.
The cameras would cost $90,000 once and $8,000 per year.
The town may install cameras by order of the council.""",
    ),
    "order.md": (
        "Order on public places",
        "law",
        """The council may install cameras in a public place when the safety of the public requires it.
Cameras must not record conversations. The liberty to assemble in the market square must not be restrained.
The council must publish a notice 30 days before cameras are installed.""",
    ),
}


def write_divided_corpus(folder: Path) -> Path:
    """Writes the documents into a folder and returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (title, source_class, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\ndate: "2026-03-01"\nsource_class: {source_class}\nlicence: Apache-2.0\n---\n'
        (folder / name).write_text(head + text.replace("\n", " ") + "\n", encoding="utf-8")
    return folder
