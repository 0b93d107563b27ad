"""Sentence boundaries: each goal beside the peers, measured in the same run.

    .venv/bin/uv sync --group bench
    .venv/bin/python benchmarks/bench_segmentation.py \
        [--legal FOLDER] [--web FILE.conllu] [--english FOLDER] [--chinese FOLDER] [--write]

Without annotated files it measures the Golden Rules, speed, growth with length and awkward input, on the data under
``../shared/data`` where it is there. Peers get lines that are cut first; our own engine gets the
document as it is and cuts the lines itself. F1 is of the positions between sentences, blanks not counted, the end of a
document not scored. Time is CPU time of one thread; ``pysbd`` is left out where it would take minutes.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import time
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from importlib import import_module
from itertools import accumulate
from pathlib import Path

from evidence_page import write_section
from gold_sentences import Gold, read_gold

from foam_graph.corpus.sentences.segmentation import ENGINE, VERSION, segment

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SLOW = 400_000
"""Most characters for a peer that cuts less than a megabyte a second."""
Span = tuple[int, int]
Cutter = Callable[[str, str], list[Span]]
AWKWARD = {
    "no punctuation": "word " * 400_000,
    "no blanks": "x" * 2_000_000,
    "all dots": "." * 2_000_000,
    "dots and blanks": ". " * 1_000_000,
    "opened, never closed": '("' * 1_000_000,
    "quotations in quotations": "“He said ‘she said “no.” Yes.’ So.” " * 55_000,
    "sentences of 3,000 characters": ("clause after clause, " * 143 + "end. ") * 660,
    "only initials": "J. " * 650_000,
    "two-letter lines": "ab\n" * 650_000,
    "numbered items": "1. a " * 400_000,
}


def located(text: str, sentences: list[str]) -> list[Span]:
    """Spans of sentences that a peer gives as texts."""
    spans, at = [], 0
    for sentence in sentences:
        body = sentence.strip()
        start = text.find(body, at) if body else -1
        if start >= 0:
            at = start + len(body)
            spans.append((start, at))
    return spans


def peers() -> dict[str, Cutter]:
    """The peers that are installed."""
    found: dict[str, Cutter] = {}
    try:
        nupunkt = import_module("nupunkt")
        found["nupunkt"] = lambda text, _language: located(text, nupunkt.sent_tokenize(text))
        sentencex = import_module("sentencex")
        found["sentencex"] = lambda text, language: located(text, list(sentencex.segment(language, text)))
        pysbd = import_module("pysbd")
        made = {language: pysbd.Segmenter(language=language, clean=False) for language in ("en", "zh")}
        found["pysbd"] = lambda text, language: located(text, made[language].segment(text))
    except ImportError as fault:
        print(f"not installed: {fault.name} (uv sync --group bench)")
    return found


def by_lines(cut: Cutter) -> Cutter:
    """The cutter applied to one line after the other."""

    def lines(text: str, language: str) -> list[Span]:
        spans, start = [], 0
        for line in text.split("\n"):
            if line.strip():
                spans += [(start + first, start + last) for first, last in cut(line, language)]
            start += len(line) + 1
        return spans

    return lines


def ours(text: str, _language: str) -> list[Span]:
    return list(segment(text).spans)


def f1(cut: Cutter, documents: list[Gold], language: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of the positions between sentences."""
    right = wrong = missed = 0
    for text, gold in documents:
        seen = [0, *accumulate(not one.isspace() for one in text)]
        inner = {seen[end] for _, end in gold} - {0, seen[-1]}
        given = {seen[end] for _, end in cut(text, language)} - {0, seen[-1]}
        right, wrong, missed = right + len(inner & given), wrong + len(given - inner), missed + len(inner - given)
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def boundaries(name: str, goal: float, path: Path | None, others: dict[str, Cutter], language: str = "en") -> None:
    if path is None:
        print(f"\n{name}: no annotated file named (goal {goal})")
        return
    documents = read_gold(path, joined=20 if language == "zh" else 0)
    size = sum(len(text) for text, _ in documents)
    print(f"\n{name}: {len(documents)} documents, {size:,} characters, {sum(len(g) for _, g in documents):,} sentences")
    print(f"  {'engine':<22}{'P':>8}{'R':>8}{'F1':>8}")
    for engine, cut in {f"{ENGINE} {VERSION}": ours, **{k: by_lines(v) for k, v in others.items()}}.items():
        if engine == "pysbd" and size > SLOW:
            continue
        figures = f1(cut, documents, language)
        met = f"   goal {goal}: {'met' if figures[2] >= goal else 'NOT MET'}" if cut is ours else ""
        print(f"  {engine:<22}{figures[0]:>8.4f}{figures[1]:>8.4f}{figures[2]:>8.4f}{met}")


def golden(others: dict[str, Cutter]) -> None:
    path = DATA / "segmentation" / "golden_rules_en.jsonl"
    if not path.exists():
        print(f"\nGolden Rules: not at {path} (goal 49 of 52)")
        return
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    print(f"\nGolden Rules (goal 49 of {len(cases)})")
    for engine, cut in {ENGINE: ours, **others}.items():
        passed = sum(
            [re.sub(r"\s+", " ", case["text"][first:last]) for first, last in cut(case["text"], "en")] == case["sents"]
            for case in cases
        )
        print(f"  {engine:<22}{passed:>8}")


def timed(cut: Cutter, text: str) -> float:
    """Least CPU seconds of three runs."""
    least = 1e9
    for _ in range(3):
        began = time.process_time()
        cut(text, "en")
        least = min(least, time.process_time() - began)
    return least


def speed(others: dict[str, Cutter]) -> None:
    files = sorted((DATA / "documents" / "federalist").glob("*.txt"))
    prose = (
        "\n\n".join(file.read_text(encoding="utf-8") for file in files) or "It was so. Mr. Roe, J., agreed.\n" * 30_000
    )
    scan = DATA / "documents" / "mueller_report_ocr.txt"
    texts = {"hard-wrapped prose": prose, "one paragraph a line": re.sub(r"(?<=\S)\n(?=\S)", " ", prose)}
    if scan.exists():
        texts["scanned report"] = scan.read_text(encoding="cp1252", errors="replace")
    print("\nSpeed, MB per CPU second (goal 5; linear to 10 MB)")
    print(f"  {'text':<24}{'1 MB':>8}{'10 MB':>8}   peers at 1 MB")
    for name, text in texts.items():
        one = (text * 3)[:1_000_000]
        ten = (text * 12)[:10_000_000]
        rates = [len(part.encode()) / 1e6 / timed(ours, part) for part in (one, ten)]
        compared = {engine: 1 / timed(cut, one) for engine, cut in others.items() if engine != "pysbd"}
        if "pysbd" in others:
            compared["pysbd"] = 0.05 / timed(others["pysbd"], one[:50_000])
        shown = ", ".join(f"{engine} {rate:.2f}" for engine, rate in compared.items())
        print(f"  {name:<24}{rates[0]:>8.2f}{rates[1]:>8.2f}   {shown}")


def awkward() -> None:
    print("\nAwkward input of 2 MB: CPU seconds, ratio to a quarter of it (4 is linear), longest sentence")
    for name, text in AWKWARD.items():
        whole, part = timed(ours, text), timed(ours, text[: len(text) // 4])
        longest = max(end - start for start, end in segment(text).spans)
        print(f"  {name:<32}{whole:>8.2f}{whole / max(part, 1e-3):>8.1f}{longest:>8}")


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("legal", "web", "english", "chinese"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--write", action="store_true", help="into docs/explanation/evidence-benchmarks.md")
    given = parser.parse_args()
    out = io.StringIO()
    with redirect_stdout(out) if given.write else nullcontext():
        measure(given)
    if given.write:
        print(out.getvalue())
        command = "python benchmarks/bench_segmentation.py --legal … --web … --english … --chinese …"
        write_section("Sentence boundaries", command, out.getvalue())


def measure(given: argparse.Namespace) -> None:
    others = peers()
    boundaries("Legal", 0.955, given.legal, others)
    boundaries("Web and e-mail (as EWT)", 0.92, given.web, others)
    boundaries("English of many genres (as GUM)", 0.985, given.english, others)
    boundaries("Chinese, nothing between sentences", 0.995, given.chinese, others, "zh")
    golden(others)
    speed(others)
    awkward()


if __name__ == "__main__":
    main()
