"""Regenerates ``foam_graph/corpus/punkt_en.json``: Punkt parameters, derived from public-domain text.

    .venv/bin/python benchmarks/train_punkt.py ../shared/data/documents/federalist

Only what Punkt learned is written (abbreviation types, collocations, sentence starters), never the text, and no
orthographic table, which would amount to the text's vocabulary.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from nltk.tokenize.punkt import PunktParameters, PunktTrainer

TARGET = Path(__file__).resolve().parent.parent / "foam_graph" / "corpus" / "punkt_en.json"


def train(texts: list[str]) -> PunktParameters:
    """Parameters learned from these texts, in this order."""
    trainer = PunktTrainer()
    for text in texts:
        trainer.train(text, finalize=False)
    trainer.finalize_training()
    return trainer.get_params()


def main() -> None:
    """Trains on every ``*.txt`` of a folder and writes the frozen parameters."""
    if len(sys.argv) != 2:
        raise SystemExit("Name one folder of *.txt files.")
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(sys.argv[1]).glob("*.txt"))]
    if not texts:
        raise SystemExit(f"No *.txt in {sys.argv[1]}.")
    learned = train(texts)
    frozen = {
        "trained_on": {
            "what": "The Federalist Papers (public domain)",
            "files": len(texts),
            "sha256": hashlib.sha256("".join(texts).encode()).hexdigest(),
        },
        "abbreviations": sorted(learned.abbrev_types),
        "collocations": sorted([first, second] for first, second in learned.collocations),
        "starters": sorted(learned.sent_starters),
    }
    TARGET.write_text(json.dumps(frozen, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print({key: len(frozen[key]) for key in ("abbreviations", "collocations", "starters")})


if __name__ == "__main__":
    main()
