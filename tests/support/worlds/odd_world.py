"""A small corpus on a topic that none of the advantages of the policy case speaks to: it names no public value."""

from __future__ import annotations

from pathlib import Path

QUESTION = "Should the village of Ostley move the bell of its tower to the barn?"
TEMPLATE = "policy-1ac"
PERSPECTIVES = ("util", "deont")

DOCUMENTS = {
    "warden.md": (
        "Notes of the bell warden",
        """The bell of the tower currently rings at noon.
The bell in the tower remains out of tune because the beam moves.
The village should move the bell of the tower to the barn.
Moving the bell to the barn would reduce the wear of the rope.
A dry rope in turn leads to a longer swing of the bell.
Moving the bell of the tower to the barn would lead to a better tone at noon.
The wear of the rope would damage the beam of the tower within four years.
Moving the bell would improve the tone of the bell in the village.
Moving the bell requires a crane and eight carts.
The warden has the authority to move the bell with the council of the village.""",
    ),
    "rope.md": (
        "Letter of the rope maker",
        """The rope of the bell currently lasts one year in the tower.
A bell in a barn would ring longer, which ultimately leads to fewer repairs of the rope.
The loss of a rope harms the swing of the bell in the tower.
The crane works and has achieved the move of two bells in other villages.
The tower lacks a door that a bell could pass, and this prevents the move of the bell.
Nothing in the tower now keeps the beam of the bell dry.""",
    ),
    "mason.md": (
        "Notes of the mason",
        """The tower now stands two feet out of line and the bell still hangs in it.
The weight of the bell causes the tower to lean and reduces the life of the mortar.
A lighter tower would in turn improve the stand of the wall below the bell.
The lean of the tower would damage the barn beside it within ten years.
The barn cannot hold the bell unless a beam of oak is set under the roof.""",
    ),
}


def write_odd_corpus(folder: Path) -> Path:
    """Writes the documents into a folder and returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (title, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\ndate: "2026-03-01"\nsource_class: expert\nlicence: Apache-2.0\n---\n'
        (folder / name).write_text(head + text.replace("\n", " ") + "\n", encoding="utf-8")
    return folder
