"""A small corpus that makes every step of a run do something: conflicts, an exception, values, a calculation."""

from __future__ import annotations

from pathlib import Path

QUESTION = "Should the town of Harrowby close Mill Road to cars?"
TEMPLATE = "policy-memo"
PERSPECTIVES = ("liberty", "order")

DOCUMENTS = {
    "count.md": (
        "Traffic count on Mill Road",
        "2026-02-10",
        "statistics",
        """Mill Road currently carries 4,200 cars per day. The count was made on 10 February 2026 by the town.
Speeding remains a problem on Mill Road because the road is straight and wide.
Crashes on Mill Road caused 14 injuries per year between 2023 and 2025.
The injuries cost the town $310,000 per year in care and lost work.""",
    ),
    "engineer.md": (
        "Engineer's report on Mill Road",
        "2026-03-02",
        "expert",
        """Closing Mill Road to cars would reduce injuries by 60 percent within two years.
The closure would require bollards, signs and a new crossing at Bridge Street.
The bollards and signs would cost $180,000 once. Maintenance of the closure would cost $12,000 per year.
The town may close a road by order under the Roads Ordinance. The engineer recommends a trial of twelve months.""",
    ),
    "ordinance.md": (
        "Roads Ordinance of Harrowby",
        "2019-05-01",
        "law",
        """The council may close a road to cars when the closure protects the safety of residents.
A closure must not exceed a cost of $200,000 in the first year.
A closure does not apply to emergency vehicles. The council must publish a notice 30 days before a closure.
Residents must be heard before the council decides.""",
    ),
    "traders.md": (
        "Submission of the Mill Road traders",
        "2026-03-20",
        "advocacy",
        """Mill Road currently carries 2,900 cars per day. Closing Mill Road to cars would reduce trade because customers arrive by car.
The traders are free to run their shops and residents are free to choose how they travel.
The traders expect losses of $400,000 per year. All residents of Harrowby reject the closure.""",
    ),
    "survey.md": (
        "Survey of households on Bridge Street",
        "2026-04-01",
        "research",
        """The survey asked 210 households on Bridge Street in March 2026. Some residents support the closure of Mill Road.
The survey found that 54 percent of households support the closure and 31 percent oppose it.
Households fear that traffic would move to Bridge Street. Order and safety on the street matter most to older residents.""",
    ),
}


def write_corpus(folder: Path) -> Path:
    """Writes the documents into a folder and returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (title, date, source_class, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\ndate: "{date}"\nsource_class: {source_class}\nlicence: Apache-2.0\n---\n'
        (folder / name).write_text(head + text.replace("\n", " ") + "\n", encoding="utf-8")
    return folder
