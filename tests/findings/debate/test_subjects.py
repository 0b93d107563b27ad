"""Names in sentences, and of whom a sentence speaks."""

from __future__ import annotations

from foam_graph.findings.debate.subjects import Names, names_of, told_apart

PAGE = ["The ferry of Corwen was examined.", "Boarding takes 40 minutes.", "It was a market day."]


def test_names_are_capitalised_words_that_stand_together_and_no_days() -> None:
    text = "On Monday the mayor of Lune Quay met Ines Talbot; in May they met the Harbour Office."
    assert names_of(text) == ("Lune Quay", "Ines Talbot", "Harbour Office")
    assert names_of("Boarding takes long.") == ()
    assert names_of("") == ()


def test_a_known_name_is_found_where_a_sentence_begins_with_it() -> None:
    names = Names([PAGE, ["Corwen has two quays.", "The Office replied.", "An office is a room."]])
    assert names.of("Corwen’s ferry leaves at six.") == ("Corwen",)
    assert "Office" not in names.known, "it stands in small letters as well"


def test_a_name_in_most_documents_tells_none_of_them_apart() -> None:
    pages = [[f"The sound of Harrow holds {n} boats at Quay{n}."] for n in "ABCDEF"]
    assert "Harrow" not in Names(pages).known


def test_who_is_spoken_of_is_named_in_the_sentence_else_before_it_else_in_the_title() -> None:
    names = Names([PAGE, ["The pilots of Lune Quay wait."]])
    assert names.subject(PAGE, 1) == ("Corwen",)
    assert names.subject(["Boarding takes 40 minutes."], 0, "Boats at Lune Quay") == ("Lune Quay",)
    assert names.subject(["Boarding takes 40 minutes."], 0) == ()
    far = [PAGE[0], *["It rained all the same."] * 4, PAGE[1]]
    assert names.subject(far, 5) == (), "nobody remembers so far back"


def test_what_is_argued_about_most_comes_first() -> None:
    _, argued = told_apart([PAGE], ["We speak of Lune Quay and of Corwen.", "What of Corwen?"])
    assert argued == ("Corwen", "Lune Quay")
