"""Quotations made to deceive, one by one: what turns a meaning without turning many characters."""

from __future__ import annotations

import pytest

from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.quotations.checking import validate
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.corpus.quotations.verdicts import QuoteVerdict
from foam_graph.corpus.sentences.segmentation import segment


def verdict(source: str, quote: str) -> QuoteVerdict:
    document = Document(document_id(source.encode()), "test", "a.txt", "", source, Citation("A"), segment(source))
    return validate(quote, document, QuoteCorpus([document]))


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("The rate fell by .5 percent that year.", "The rate fell by 5 percent that year."),
        ("The rate fell by 5 percent that year.", "The rate fell by .5 percent that year."),
        ("It costs $1,450.00 in 2016 to file.", "It costs $145,000 in 2016 to file."),
        ("Between 5-10 people were killed in it.", "Between 510 people were killed in it."),
        ("Between 5-10 people were killed in it.", "Between 5 10 people were killed in it."),
        ("The result was ✓ for all the applicants.", "The result was ✗ for all the applicants."),
        ("The result was 👍 for all the applicants.", "The result was 👎 for all the applicants."),
        ("मैं कि जाता हूँ और वह घर गया था।", "मैं की जाता हूँ और वह घर गया था।"),
        ("5 × 3 equals fifteen in this table", "5 + 3 equals fifteen in this table"),
        ("x = 5 - 3 in the second table here", "x = 5 3 in the second table here"),
        ("The committee said that x ≤ 5 holds always", "The committee said that x ≥ 5 holds always"),
        ("No person shall be held without a trial.", "person shall be held without a trial."),
        ("No person shall be held without a trial.", "Person shall be held without a trial."),
        ("The repairs were finished or not.", "The repairs were finished or"),
        ("Only if he pays the whole fee may he stay.", "If he pays the whole fee may he stay."),
        ("Only the tenant may appeal to the court.", "the tenant may appeal to the court."),
        ("The stairs are meant for the tenants only.", "The stairs are meant for the tenants"),
        ("Few tenants agreed to the new rules.", "Tenants agreed to the new rules."),
        ("Little is known about the new rules.", "is known about the new rules."),
        ("Almost all of the tenants agreed to it.", "All of the tenants agreed to it."),
        ("Nearly half of the tenants agreed to it.", "half of the tenants agreed to it."),
        ("The man was unable to pay the fee.", "able to pay the fee."),
        ("We can't pay the whole fee today.", "We can pay the whole fee today."),
        ("We cannot pay the whole fee today.", "We can pay the whole fee today."),
        ("He did not, in any case whatever, steal it.", "He did ..., in any case whatever, steal it."),
        ("He was, on that day, as we know, not guilty of it.", "He was ... guilty of it."),
        ("A non-profit group paid for the office.", "A profit group paid for the office."),
        ("A non-\nprofit group paid for the office.", "A profit group paid for the office."),
        ("A non-\nprofit group paid for the office.", "profit group paid for the office."),
        ("He was notable for all of it.", "He was not\ue000able for all of it."),
        ("The debt-free firm paid for the office.", "The debt firm paid for the office."),
        ("The firm was debt-free", "The firm was debt"),
        ("The temperature was -5 degrees in the hall.", "The temperature was 5 degrees in the hall."),
        ("The temperature was -5 degrees in the hall.", "5 degrees in the hall."),
        ("It cost $5 in the hall of fame.", "5 in the hall of fame."),
        ("It cost 5€ in the end", "It cost 5"),
        ("It cost €5 in the hall of fame.", "It cost £5 in the hall of fame."),
        ("It rose 2½ fold in the hall of fame.", "It rose 2 fold in the hall of fame."),
        ("It rose 10² times in the hall of fame.", "It rose 10 times in the hall of fame."),
        ("It rose 10² times in the hall of fame.", "It rose 102 times in the hall of fame."),
        ("It weighs 5 µg in the hall of fame.", "It weighs 5 mg in the hall of fame."),
        ("The ratio was 1:2 in the hall of fame.", "The ratio was 12 in the hall of fame."),
        ("The date was 12/05/2016 in the hall.", "The date was 12/052016 in the hall."),
        ("The State shall pay the fee at once.", "[the county] shall pay the fee at once."),
        ("He shall pay the fee at once.", "[The State] shall pay the fee at once."),
        ("The tenant shall pay the fee.", "The tenant shall [not] pay the fee."),
        ("The tenant shall pay the fee.", "The tenant shall \u202eton\u202c pay the fee."),
        ("The tenant shall pay the fee.", "The tenant sha\u202ell pay the fee."),
        ("We should re-sign the contract today.", "We should resign the contract today."),
        ("The tenant shall pay the fee.", "The tenаnt shall pay the fee."),
        ("政府不应提高税率。", "政府应提高税率。"),
        ("המועצה לא דחתה את הבקשה בשנת 2019.", "המועצה דחתה את הבקשה בשנת 2019."),
        ("政府在2019年提高税率。", "政府在2018年提高税率。"),
        ("政府没有证据证明此事。", "政府有证据证明此事。"),
        ("The party paid.", "art"),
        ("The fee is due.", "fee was"),
        ("The fee is due.", "The fee is not due"),
        ("The man is guilty. The woman is not a liar. The dog ran.", "The man is ... not a ... dog"),
        ("God is now here in the hall of fame.", "God is nowhere in the hall of fame."),
        ("The fee fell.12 The next year it rose.", "The fee fell. The next year it rose."),
        ("It is 5 o'clock 1.5 million strong", "It is 5 o'clock 15 million strong"),
        ("The U.S. paid 40 % of it then", "The U.S. paid 40 of it then"),
        ("Only n\u0336o\u0336t\u0336 all were paid by it", "Only not all were paid by it"),
        ("They did\xadn't pay the fee at all", "They did pay the fee at all"),
        ("The law does not apply here; it applies there.", "The law does ... apply here; it applies there."),
        ("I do not think that he shall ever lie to us.", "I do [...] think that he shall ever lie to us."),
        ("Café costs were high in Paris then", "Cafe costs were high in Paris then"),
        ("The value is ~5 in total for all", "The value is 5 in total for all"),
        ("1,000 men and 2,000 women came", "1000 men and 20000 women came"),
        ("They never paid. They were rich people in town.", "They ... paid. They were rich people in town."),
        ("He is the one, I never said otherwise, who did it.", "He is the one, I ... said otherwise, who did it."),
        ("A¬B holds in all the models we know", "AB holds in all the models we know"),
        ("p < 0.05 was found in the trial", "p > 0.05 was found in the trial"),
        ("p < 0.05 was found in the trial", "p 0.05 was found in the trial"),
        ("There were 3 men (5 women) there", "There were 35 women there"),
        ("The F-16 was used in the strike", "The F16 was used in the strike"),
        ("It rose from 3 to 5% in the year", "It rose from 3 to 5\u2030 in the year"),
        ("H2O is what was found in the lab", "H20 is what was found in the lab"),
        ("Total: (500) in the year 2019 for us", "Total: -500 in the year 2019 for us"),
        ("It was 3.5 in all, and 7 more", "It was 3,5 in all, and 7 more"),
        ("It was 1.234 in all, and 7 more", "It was 1,234 in all, and 7 more"),
        ("He did not steal it from the shop.", "He did /.../ steal it from the shop."),
        ("He had never, in his whole long life here, stolen it.", "He had ... stolen it."),
        ("The tenant shall pay the fee. The landlord shall not.", "The tenant shall /.../ not."),
        ("The firm gained 5 million. The bank lost 9 million.", "The firm /.../ lost 9 million."),
        ("He is guilty. He is not mad.", "He is not /.../ guilty."),
        ("Alice killed Bob in the park.", "Bob /.../ killed /.../ Alice"),
        ("It is false that he lied to us.", "It is /.../ that he lied to us."),
        ("He may leave unless he is sick.", "He may leave ... he is sick."),
        ("He may only leave on Sundays.", "He may ... leave on Sundays."),
        ("In it 5 million people died.", "In it 5 ... people died."),
        ("政府不同意。", "政府 /.../ 同意。"),
        ("他拒绝支付费用。", "他 /.../ 支付费用。"),
        ("政府沒有證據。", "政府……證據。"),
        ("勿以恶小而为之。", "以恶小而为之。"),
        ("Profit ▲ 5% in the year.", "Profit ▼ 5% in the year."),
        ("■ Yes □ No, said the form", "□ Yes ■ No, said the form"),
        ("The value x != 5 in the code here", "The value x = 5 in the code here"),
        ("The value x =\u0338 5 in the code here", "The value x = 5 in the code here"),
        ("the sign 🚬\u20e0 was put on the door", "the sign 🚬 was put on the door"),
        ("The wall is 6′ tall in the yard", "The wall is 6″ tall in the yard"),
        ("He is 5'11\" tall and thin", "He is 5 11 tall and thin"),
        ("P(A|B) is the value in the table", "P(A,B) is the value in the table"),
        ("the function f'(x) is positive in it", "the function f(x) is positive in it"),
        ("the product 5*3 is in the table", "the product 5 3 is in the table"),
        ("We use C# in this project", "We use C in this project"),
        ("In Maßen trinken ist gut für alle", "In Massen trinken ist gut für alle"),
        ("He paid 1\u202f500 dollars for it", "500 dollars for it"),
        ("He paid 1’500 dollars for it", "500 dollars for it"),
        ("The rate was < 5 percent in May", "5 percent in May"),
        ("It was ①2 of them in all", "It was 12 of them in all"),
        ("It is an im\u2011moral act in law.", "moral act in law."),
        ("It cost 5£", "It cost 5"),
        ("$5 was paid for it in town.", "5 was paid for it in town."),
        ("Dose: 0·5 mg daily for all", "5 mg daily for all"),
        ("Dose: 0·5 mg daily for all", "Dose: 0 5 mg daily for all"),
        ("It is 10–15 percent in all", "It is 10"),
        ("It is 10-15 percent in all", "15 percent in all"),
        ("The Polish workers left the yard early.", "The polish workers left the yard early."),
        ("The Polish workers left the yard early.", "[p]olish workers left the yard early."),
        ("Polish workers left the yard early.", "[p]olish workers left the yard early."),
        ("They polish workers' shoes in the yard.", "[P]olish workers' shoes in the yard."),
        ("They polish workers' shoes in the yard.", "They Polish workers' shoes in the yard."),
        ("May was the month in which they paid.", "[m]ay was the month in which they paid."),
        ("They paid in May the whole of the fee.", "They paid in may the whole of the fee."),
        ("They gave US dollars to all the tenants.", "They gave us dollars to all the tenants."),
        ("They gave us dollars to all the tenants.", "They gave US dollars to all the tenants."),
        ("WHO said that the fee is due in May.", "[W]ho said that the fee is due in May."),
        ("The victims of AIDS were paid at once.", "The victims of aids were paid at once."),
        ("All Democratic members of it voted for it.", "All democratic members of it voted for it."),
        ("All democratic members of it voted for it.", "All ... Democratic members of it voted for it."),
        ("Earlier studies found that the fee fell.", "[l]ater studies found that the fee fell."),
        ("Earlier studies found that the fee fell.", "[P]earlier studies found that the fee fell."),
        ("Earlier studies found that the fee fell.", "[early] studies found that the fee fell."),
        ("Earlier studies found that the fee fell.", "[n]early studies found that the fee fell."),
        ("The fee is due, said the Court.", "The fee is [d]ue, said the [n]ew Court."),
        ("Earlier studies say it. It is not so.", "[i]t ... is so."),
        ("He is not to go. The man is to go.", "[h]e is ... to go."),
        ("May ...", "may"),
        ("He paid in May.", "[m]ay"),
        ("US law", "us law"),
    ],
)
def test_what_turns_the_meaning_is_never_faithful(source: str, quote: str) -> None:
    found = verdict(source, quote)
    assert not found.faithful, found
    assert found.diff


@pytest.mark.parametrize(
    ("source", "quote", "expected"),
    [
        ("The rate fell by .5 percent that year.", "The rate fell by .5 percent that year.", "exact"),
        (
            "The well-\nknown F-\n16 was used 1914-\n1918 in it.",
            "The well-known F-16 was used 1914-1918 in it.",
            "exact",
        ),
        ("The fee fell.¹² The next year it rose.", "The fee fell.¹² The next year it rose.", "exact"),
        ("The fee \u2014 as said \u2014 fell.", "The fee -- as said -- fell.", "exact"),
        ("मैं कि जाता हूँ और वह घर गया था।", "मैं कि जाता हूँ और वह घर गया था।", "exact"),
        ("ＡＢＣ１２３ is a full-width text", "ABC123 is a full-width text", "exact"),
        ("He paid the fee.", "fee", "exact"),
        ("政府不应提高税率。", "政府不应提高税率", "exact"),
        ("政府不应提高税率。我们没有证据。", "政府不应提高税率。 /.../ 我们没有证据。", "exact"),
        ("\u201cCritics\u201d said: \u2018no\u2019.", "\"Critics\" said: 'no'.", "exact"),
        ("The State shall pay the fee at once, and so on.", "[t]he State shall pay the fee at once", "partial"),
        ("The State shall pay the fee at once, and so on.", "the State shall pay the fee at once...", "partial"),
        ("The State shall pay the fee at once, and so on.", "The State shall pay the fee at once ...", "elided"),
        (
            "The State shall, after a hearing in the county, pay the fee at once.",
            "The State shall * * * pay the fee at once.",
            "elided",
        ),
        ("It rose\xa010\xa0% in the year.", "It rose 10 % in the year.", "exact"),
        ("Tom &amp; co", "Tom &amp; co", "exact"),
        ("The ﬁrst oﬃce", "The first office", "exact"),
        ("A\u200bB test of zero\u200bwidth here", "AB test of zerowidth here", "exact"),
        ("Cafe\u0301 costs were high", "Café costs were high", "exact"),
        ("It is 5 mg.", "It is 5 mg.", "exact"),
        ("رفضت المحكمة الطلب في عام 2019.", "رفضت المحكمـــة الطلب في عام 2019.", "exact"),
        ("He said yes. and left. Yes. They came. No.", "Yes. /.../ No.", "exact"),
        ("In 2016\u201415 men came to see it.", "15 men came to see it.", "exact"),
        ("- 5 men came to see it.", "5 men came to see it.", "exact"),
        ("> 5 men came to see it.", "5 men came to see it.", "exact"),
        ("He ran. She went home late. He fell.", "He fell. /.../ He ran.", "exact"),
        ("He paid the fee, as he had said, in May.", "in May. /.../ He paid the fee", "exact"),
        ("He was not only poor, as all of them knew, but ill.", "He was ... but ill.", "elided"),
        ("■ The fee is due. ■ It was paid.", "The fee is due. It was paid.", "partial"),
        ("We paid ① and ② then", "We paid (1) and (2) then", "exact"),
        ("Earlier studies found it.", "earlier …", "partial"),
        ("Earlier studies found it.", "[e]arlier", "partial"),
        ("Earlier studies found that the fee fell.", "[e]arlier studies found ...", "partial"),
        ("In it, earlier studies found that the fee fell.", "[E]arlier studies found", "partial"),
        ("He said that the fee is due.", "[T]he fee is due.", "partial"),
        ("He left. The fee, as they all know, is due.", "[t]he ... is due.", "partial"),
        (
            "He left, for the time. The fee, as they all know, is due at once.",
            "He left ... [t]he fee ... is due",
            "partial",
        ),
        ("He left at noon. Earlier he had paid.", "He left at noon ... [e]arlier he had paid.", "partial"),
        ("He left at noon. Earlier he had paid.", "He left at noon. /.../ [e]arlier he had paid.", "partial"),
        ("May the tenant be heard? It is May.", "[m]ay the tenant be heard?", "partial"),
        ("May the tenant be heard? MAY is not CAN.", "MAY THE TENANT BE HEARD?", "partial"),
        ("THE POLISH WORKERS LEFT EARLY", "The Polish workers left early", "partial"),
        ("Georgia, like the other tenants, paid the fee at once.", "georgia, like the other tenants, paid", "partial"),
        ("Georgia, like the other tenants, paid the fee at once.", "[g]eorgia ... paid the fee at once.", "partial"),
        ("The fee was set by Virginia and\nGeorgia; it is due in June.", "georgia; it is due in June.", "partial"),
        ("The rules of Georgia and of Virginia held.", "the rules of georgia and of virginia held.", "partial"),
        ("All democratic members of it voted for it.", "[D]emocratic members of it voted for it.", "partial"),
        ("The conservative party paid. Conservative guesses fell.", "conservative guesses fell.", "partial"),
        ("The rise of the whole mercantile class.", "The ... mercantile class.", "elided"),
        ("Held by the firm, as they say, by another one.", "Held by—[…]—another one.", "elided"),
        ("He saw the firm, as they say, in the year.", "He saw the … in the year.", "elided"),
        ("Underlying it is, as they all know, the same.", "[u]nderlying it is ... the same.", "partial"),
        ("The duke, the friend of the king, left the town of York.", "The ... of York.", "elided"),
    ],
)
def test_what_does_not_is_faithful(source: str, quote: str, expected: str) -> None:
    found = verdict(source, quote)
    assert found.verdict == expected, found
    assert bool(found.diff) == (expected != "exact")


def test_a_letter_of_another_script_is_named_by_its_code_point() -> None:
    assert "U+0430" in verdict("The tenant shall pay the fee.", "The tenаnt shall pay the fee.").diff


def test_an_assembled_sentence_is_exact_wherever_the_segmentation_cuts() -> None:
    text = (
        "The Trump-\nPutin meeting was held on 5 May.\nIt cost 3.\n5 people came. No-\nbody paid.\n. . more was said."
    )
    document = Document(document_id(text.encode()), "test", "a.txt", "", text, Citation("A"), segment(text))
    for sentence in document.sentences:
        found = validate(sentence.text, document, QuoteCorpus([document]))
        assert found.verdict == "exact", sentence


def test_a_few_words_are_found_in_a_long_document_full_of_their_letters() -> None:
    text = "The President. It was 8 of 8 in the year.\n" * 2_000 + "In it were %8! marks of the president. He left."
    assert verdict(text, "%8!").verdict == verdict(text, "the president.").verdict == "exact"
    assert verdict(text, "The President. /.../ He left. /.../ of the president.").verdict == "exact"


STUDIES = "Some say it rose. Earlier studies found that the fee fell by half. In it, later studies found nothing."
FAR = (
    "He was the son of a Russian man. " + "The tenants of the county paid the fee. " * 20 + "They did it the same way."
)


def test_pieces_of_far_sentences_are_not_joined_as_if_they_were_one() -> None:
    assert not verdict(FAR, "He was the son of ... the same way.").faithful
    assert verdict(FAR, "He was the son of a Russian man. ... They did it the same way.").verdict == "elided"
    assert verdict(FAR, "He was the son of a Russian man. ... did it the same way.").verdict == "elided"


LEVIES = "The levy is due. All later studies found that the fee rose. Pearlier studies found that the fee fell."


@pytest.mark.parametrize("cited", [True, False])
@pytest.mark.parametrize(
    ("quote", "passages"),
    [
        ("earlier …", ["Earlier"]),
        ("[e]arlier", ["Earlier"]),
        ("earlier studies found that the fee fell", ["Earlier studies found that the fee fell"]),
        ("[e]arlier studies found that the fee fell", ["Earlier studies found that the fee fell"]),
        ("Some say ... [e]arlier studies found", ["Some say", "Earlier studies found"]),
        (
            "It rose. /.../ [e]arlier studies found that the fee fell",
            ["it rose.", "Earlier studies found that the fee fell"],
        ),
        ("[L]ater studies found nothing", ["later studies found nothing"]),
    ],
)
def test_a_first_letter_of_another_case_is_found_where_it_stands(quote: str, passages: list[str], cited: bool) -> None:
    texts = [LEVIES, "Some say that heirs paid, as a study of it found nothing.", STUDIES]
    documents = [
        Document(document_id(text.encode()), "test", "a.txt", "", text, Citation("A"), segment(text)) for text in texts
    ]
    source = documents[2]
    found = validate(quote, source if cited else None, QuoteCorpus(documents))
    assert (found.verdict, found.document) == ("partial", source.id), found
    assert [STUDIES[start:end] for start, end in found.spans] == passages
    assert found.diff
