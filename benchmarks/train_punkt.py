"""Regenerates ``foam_graph/corpus/sentences/punkt_en.json``: Punkt parameters, derived from public-domain text.

    .venv/bin/python benchmarks/train_punkt.py ../shared/data/documents/federalist FOLDER_OF_OPINIONS

The frozen file was trained on the Federalist Papers and on opinions of the United States Court of Appeals for the First
Circuit (17 U.S.C. 105: works of the United States government have no copyright), one ``*.txt`` a document. Only what
Punkt learned is written (abbreviation types, collocations, sentence starters), never the text, no orthographic table,
which would amount to the text's vocabulary, and no names of people.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

from nltk.tokenize.punkt import PunktParameters, PunktTrainer

TARGET = Path(__file__).resolve().parent.parent / "foam_graph" / "corpus" / "sentences" / "punkt_en.json"
LEAST = 5
"""An abbreviation seen less often is noise of the scan."""
LOWER_CASE = 1 << 4 | 1 << 5 | 1 << 6
"""Punkt's flags for a word seen in lower case (``nltk.tokenize.punkt._ORTHO_LC``): a name is not."""
_WORDLIKE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:\.[^\W\d_]+)?")


def train(texts: list[str]) -> PunktTrainer:
    """A trainer that has read these texts, in this order."""
    trainer = PunktTrainer()
    for text in texts:
        trainer.train(text, finalize=False)
    trainer.finalize_training()
    return trainer


def frozen(trainer: PunktTrainer) -> dict[str, list[str] | list[list[str]]]:
    """What is kept: words that are no names, abbreviations that were seen often enough."""
    learned: PunktParameters = trainer.get_params()
    counts = trainer._type_fdist
    abbreviations = {one for one in learned.abbrev_types if _WORDLIKE.fullmatch(one) and counts[f"{one}."] >= LEAST}
    known = {word for word, flags in learned.ortho_context.items() if flags & LOWER_CASE}
    return {
        "abbreviations": sorted(abbreviations),
        "collocations": sorted(
            [first, second]
            for first, second in learned.collocations
            if first in abbreviations | {"##number##"} and second.rstrip(".") in abbreviations | known
        ),
        "starters": sorted(one for one in learned.sent_starters if one in known and one.isalpha() and len(one) > 1),
    }


def main() -> None:
    """Trains on every ``*.txt`` of the folders and writes the frozen parameters."""
    texts = [path.read_text(encoding="utf-8") for folder in sys.argv[1:] for path in sorted(Path(folder).glob("*.txt"))]
    if not texts:
        raise SystemExit("Name folders with *.txt files.")
    learned = frozen(train(texts))
    source = {
        "what": "The Federalist Papers; opinions of the U.S. Court of Appeals for the First Circuit (public domain)",
        "files": len(texts),
        "sha256": hashlib.sha256("".join(texts).encode()).hexdigest(),
    }
    TARGET.write_text(
        json.dumps({"trained_on": source, **learned}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    print({key: len(value) for key, value in learned.items()})


if __name__ == "__main__":
    main()
