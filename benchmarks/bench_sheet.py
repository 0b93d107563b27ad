"""What the case sheet costs over one long table: CPU seconds by the number of rows.

A register of dated readings with places, notes, volumes and amounts, and a paper of rules beside it, both generated.

    python benchmarks/bench_sheet.py [--rows 500 1000 2000 4000]
"""

from __future__ import annotations

import argparse
import random
import time

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.findings.sheet.assembling import sheet

PLACES = ("Arlen", "Bexley", "Corran", "Dunmore", "Elwick", "Farrow", "Gantry", "Holm")
READERS = ("Ms Abt", "Mr Conrad", "Ms Yilmaz")
RULES = "The works read all meters in Arlen on 3 March 2025. A meter must be read at least once a year. A bill must not exceed €1,900.00."


def register(rows: int) -> CaseFile:
    """A register of so many rows, and the rules beside it."""
    chance = random.Random(4)  # noqa: S311 - made-up readings
    lines = (
        f"| {n:05d} | 2025-{1 + n % 12:02d}-{1 + n % 28:02d} | {chance.choice(PLACES)} | meter read by {chance.choice(READERS)} "
        f"| {chance.randint(10, 900)} m3 | €{chance.randint(20, 2000)}.{chance.randint(10, 99)} |"
        for n in range(rows)
    )
    table = "| No | Date | Town | Note | Volume | Amount |\n|---|---|---|---|---|---|\n" + "\n".join(lines) + "\n"
    documents = []
    for number, (title, text) in enumerate((("Register of meters", table), ("Rules of the works", RULES)), 1):
        key = document_id(f"{number}\n{text}".encode())
        documents.append(Document(key, "case", f"{number}.md", "", text, Citation(title), segment(text)))
    return case_file(documents)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[500, 1000, 2000, 4000], help="lengths of the table")
    for rows in parser.parse_args().rows:
        file = register(rows)
        before = time.process_time()
        found = sheet(file)
        print(f"{rows:6d} rows  {time.process_time() - before:6.1f} CPU s  {len(found)} findings")


if __name__ == "__main__":
    main()
