"""Which sentences are held against the file, by what they say; of matters that no rule was written with."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.doubting import about_unknown, answered_by, to_test, why_of

WHY = {
    "Nobody has ever counted the swifts under the town hall.": "unknown",
    "Neither of us can say what the second pump costs.": "unknown",
    "There is no record of a single late ferry.": "unknown",
    "The crossing has never been timed.": "unknown",
    "No study shows that shorter lessons help.": "unknown",
    "How many children walk is unknown.": "unknown",
    "没有人知道桥要花多少钱。": "unknown",
    "I grant that the museum loses money.": "granted",
    "True.": "granted",
    "Your repair bill is real.": "granted",
    "It is true that our plan buys no boat.": "granted",
    "You never answered what the second crew would do.": "unanswered",
    "My opponent gave no reason why the market should move.": "unanswered",
    "For none of it did you name a price.": "unanswered",
    "That the roof leaks went undisputed.": "unanswered",
    "对方始终没有回答这个问题。": "unanswered",
    "The ferry carries 140 cars.": "figure",
    "The ferry carries forty cars.": "figure",
    "You call it “a toy for the rich harbour”.": "quotation",
    "You say that the roof is sound.": "told",
    "My opponent wants the towns to pay.": "told",
    "A shorter way, you say.": "told",
    "对方认为码头太贵。": "told",
    "That was our question, and it still stands.": "told",
    "We praised that night first.": "told",
    "I never said so.": "told",
    "The rest you have given up.": "told",
    "Only ours moves it.": "only",
    "Only one plan pays for the stairs.": "only",
    "None of them reaches the quay.": "only",
    "Nobody else can do it.": "only",
    "Sirens alone can do that.": "only",
    "You told us that no money goes into the roof.": "told",
    "You say that it does not matter whether the town gives a quay.": "told",
    "You say that the roof is sound, and you never answered who pays.": "unanswered",
}
PLAIN = (
    "A town that locks its museum on Sundays locks out its own families.",
    "What does the second crew do?",
    "Did nobody count the swifts?",
    "Let me begin with the pump.",
    "A ferry needs a captain and two hands.",
    "Do you say that the roof is sound?",
    "The pilots say that the ramp is safe.",
    "We say that the ramp comes first.",
    "Is that our question?",
    "It is not only the price.",
    "The ferry runs only on market days.",
    "Can only ours move it?",
)


@pytest.mark.parametrize("text", WHY)
def test_a_sentence_is_doubted_for_what_it_says(text: str) -> None:
    assert why_of(text) == WHY[text]


@pytest.mark.parametrize("text", PLAIN)
def test_an_argument_a_question_and_a_plain_statement_are_not(text: str) -> None:
    assert why_of(text) is None


def test_sentences_are_numbered_from_one() -> None:
    found = to_test([PLAIN[0], "True.", PLAIN[1], "The ferry carries 140 cars."])
    assert [(one.number, one.why) for one in found] == [(2, "granted"), (4, "figure")]
    assert to_test([]) == ()


def test_a_short_question_about_a_figure_of_the_speech_is_not_tested_again() -> None:
    assert [one.number for one in to_test(["The ferry has 13 berths.", "Why thirteen?", "Why twelve?"])] == [1, 3]
    assert [one.number for one in to_test(["Why thirteen?", "The ferry has 13 berths."])] == [1, 2]
    told = "Why did thirteen of them close?"
    assert [one.number for one in to_test(["The ferry has 13 berths.", told])] == [1, 2], "it tells something"


def test_what_is_said_to_be_unknown_is_left_without_the_words_that_say_so() -> None:
    assert about_unknown("Nobody has timed the crossing.").split() == ["timed", "the", "crossing."]
    assert "record" not in about_unknown("There is no record of a late ferry.")


def test_an_answer_is_found_by_what_was_tied_to_the_own_sentence_that_is_meant() -> None:
    own = [("1.1", "The pump fails every winter."), ("1.2", "The reserve pays for a second crew of the ferry.")]
    answers = [("2.1", ["1.1"]), ("2.2", ["1.2"]), ("2.3", [])]
    assert answered_by("You never said a word about the second crew and the reserve.", own, answers) == ("2.2",)
    assert answered_by("You never answered that.", own, answers) == (), "of which sentence, nobody can tell"
    assert answered_by("You never spoke of the second crew and the reserve.", own, answers[:1]) == ()
