"""Sums that a sentence writes out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.answer.grounding import figures
from foam_graph.reasoning.answer.sums import recomputed, unsupported


@pytest.mark.parametrize(
    ("text", "known", "found"),
    [
        ("380 + 390 = 770", {"380", "390"}, {"770"}),
        ("$1,949.00 - $75.00 = $1,874.00", {"1949", "75"}, {"1874"}),
        ("380 + 390 = 770; 770 − 70 = 700 net", {"380", "390", "70"}, {"770", "700"}),
        ("985 / 1,874 = 52.56 percent", {"985", "1874"}, {"52.56"}),
        ("4 × 16.75 = 67", {"4", "16.75"}, {"67"}),
        ("$115.2 million + 9 percent x $115.2 million = $125.6 million", {"115.2", "9"}, {"125.6"}),
        ("$115.2 million × 1.09 ≈ $125.6 million", {"115.2", "9"}, {"125.6", "1.09"}),
        ("$200 × 0.91 = $182", {"200", "9"}, {"182", "0.91"}),
        ("$115.2 million × 1.09 ≈ $125.6 million", {"115.2", "8"}, set()),
        ("$115.2 million × 1.09 ≈ $126.6 million", {"115.2", "9"}, set()),
        ("182 × 0.018 = 3.276", {"182", "1.8"}, {"3.276", "0.018"}),
        ("280 × 0.25 × 0.018 = 1.26", {"280", "25", "1.8"}, {"1.26", "0.25", "0.018"}),
        ("182 × 0.018 = 3.276", {"182", "8"}, set()),
        ("182 × 0.018 = 3.376", {"182", "1.8"}, set()),
        ("100 × 4.09 = 409", {"100", "309"}, set()),
        ("$110.4 million x 9% = $9.936 million", {"110.4", "9"}, {"9.936"}),
        ("17 percent + 75 percent = 92 percent", {"17", "75"}, {"92"}),
        ("$115.2 million + 9 percent x $115.2 million = $126.6 million", {"115.2", "9"}, set()),
        ("380 + 390 = 771", {"380", "390"}, set()),
        ("380 + 391 = 771", {"380", "390"}, set()),
        ("7 / 0 = 7", {"7", "0"}, set()),
        ("2 + 3 × 4 = 14", {"2", "3", "4"}, {"14"}),
        ("2 + 3 × 4 = 20", {"2", "3", "4"}, set()),
        ("(67 + 16 + 13) / 4 = 24 a week", {"67", "16", "13", "4"}, {"24"}),
        ("net (17.0 − 2.0) × 20 = 300.0", {"17", "2", "20"}, {"300"}),
        ("20 x (17.0 - 2.0) / 320.4 = 0.94", {"20", "17", "2", "320.4"}, {"0.94"}),
        ("20 × ($17.0 million − $2.0 million)[18] / $320.4 million | 0.94 | 1.0", {"20", "17", "2", "320.4"}, {"0.94"}),
        ("20 × ($17.0 million − $2.0 million)[18] / $320.4 million | 0.95 | 1.0", {"20", "17", "2", "320.4"}, set()),
        ("Lowest losses | 20 × $17.0 million[16, 18] / $320.4 million[17] | 1.06", {"20", "17", "320.4"}, {"1.06"}),
        ("Stations | 46 | 48", {"46"}, set()),
        ("41−24−4=13", {"41", "24", "4"}, {"13"}),
        ("48×$2.4m=$115.2m", {"48", "2.4"}, {"115.2"}),
        ("48×$2.4m=$115.3m", {"48", "2.4"}, set()),
        ("48×$2.4m=$115.2", {"48", "2.4"}, set()),
        ("$120m/48=$2.5m", {"120", "48"}, {"2.5"}),
        ("8×$250,000=$2.0m", {"8", "250000"}, {"2"}),
        ("$1.5bn−$300m=$1.2bn", {"1.5", "300"}, {"1.2"}),
        ("3×5m=15 m", {"3", "5"}, {"15"}),
        ("500/30≈16.7 to one", {"500", "30"}, {"16.7"}),
        ("500/30≈17.7 to one", {"500", "30"}, set()),
        ("120×9%=10.8", {"120", "9"}, {"10.8"}),
        ("(9 + 4 = 13", {"9", "4"}, {"13"}),
        ("9) + 4 = 13", {"9", "4"}, set()),
        ("is lower ($1,980.00×50%=$990.00, above the rent)", {"1980", "50"}, {"990"}),
        ("even with 46 (110.4+110.4×9%=120.3)", {"110.4", "9"}, {"120.3"}),
        ("41-(24+4)=13", {"41", "24", "4"}, {"13"}),
        ("48 × $2.4 million = $115.2 million", {"48", "2.4"}, {"115.2"}),
        ("48 stations × $2.4 million = $115,200,000", {"48", "2.4"}, {"115200000"}),
        ("48 × $2.4 million = $115.3 million", {"48", "2.4"}, set()),
        ("48 × $2.4 million = $115.2", {"48", "2.4"}, set()),
        ("1.234 million + 2.345 million = 3.58 million", {"1.234", "2.345"}, {"3.58"}),
        ("9.0 + 6.5 = $15.5 million", {"9", "6.5"}, {"15.5"}),
        ("vessels 9.0 + cargo 6.5 + rescue 4.0 = 19.5", {"9", "6.5", "4"}, {"19.5"}),
        ("20 x $20.5 million = $410.0 million", {"20", "20.5"}, {"410"}),
        ("on 9 and 16 May 380 + 390 = 770", {"380", "390"}, {"770"}),
        ("v0 + v1 = 3, __import__ + 1 = 2", {"1", "3"}, set()),
        ("1 + " * 60 + "1 = 61", {"1"}, set()),
        ("between 9 - 30 March = late", {"9", "30"}, set()),
        ("", set(), set()),
    ],
)
def test_a_right_sum_of_known_parts_gives_its_result(text: str, known: set[str], found: set[str]) -> None:
    assert recomputed(text, known) == found


@pytest.mark.parametrize(
    ("text", "said", "missing"),
    [
        ("$300.0 million", "a total of $300,000,000", set()),
        ("300,000,000", "a total of 300 million", set()),
        ("300 million", "a total of 300", set()),
        ("300 thousand", "a total of $300,000,000", {"300"}),
        ("4.8 million and 5", "4,800,000", {"5"}),
        ("$2.4m", "a price of $2,400,000", set()),
        ("a depth of 2.4m", "a price of $2,400,000", {"2.4"}),
    ],
)
def test_a_figure_is_supported_with_its_scale(text: str, said: str, missing: set[str]) -> None:
    assert unsupported(figures(text), text, figures(said), (said,)) == missing


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=6), st.integers(-3, 3))
def test_only_the_right_result_is_taken(parts: list[int], off: int) -> None:
    result = sum(parts) + off
    text = f"{' + '.join(f'{one:,}' for one in parts)} = {result:,}"
    assert recomputed(text, {str(one) for one in parts}) == ({str(result)} if off == 0 and result > 0 else set())
