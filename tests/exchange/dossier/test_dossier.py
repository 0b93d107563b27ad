from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.errors import UnknownId
from foam_graph.exchange.dossier.argument_map import MOST, argument_map
from foam_graph.exchange.dossier.evidence import Sources, is_web
from foam_graph.exchange.dossier.objections import Objections
from foam_graph.exchange.dossier.page import render_dossier
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import clipped, day, visible, wrapped
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Edge, Subgraph
from tests.support.chains.dossier_run import (
    HOSTILE,
    PERSON,
    RULER,
    RUN,
    SCRIPT,
    SENTENCES,
    WEB,
    Builder,
    dossier_run,
    evidence,
)
from tests.support.chains.graphs import in_circles, random_run, shuffled, small_run

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """Tags with their attributes, the text, and whether every tag is closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.faults: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def of(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


@pytest.fixture(scope="module")
def html() -> str:
    graph, run, _ = dossier_run()
    return render_dossier(graph, run, evidence())


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def section(html: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found, name
    return found[0]


def article(html: str, anchor: str) -> str:
    found = re.search(rf'<article class="[^"]*" id="{anchor}">.*?</article>', html, re.DOTALL)
    assert found, anchor
    return found[0]


def test_same_graph_gives_the_same_bytes(html: str) -> None:
    graph, run, _ = dossier_run()
    assert render_dossier(graph, run, evidence()) == html


def test_nothing_is_fetched_and_nothing_runs(page: Page, html: str) -> None:
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "img", "link", "iframe", "object", "embed", "form", "base", "video", "audio", "use"}
    for _, attrs in page.tags:
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "srcset", "style", "action")]
    policy = next(a["content"] for a in page.of("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style
    assert "url(" not in style[1]
    assert "@import" not in style[1]


def test_hostile_text_is_shown_and_never_markup(page: Page, html: str) -> None:
    assert "<script" not in html.lower()
    assert "onerror=alert(1)>" not in html
    assert page.text.count("<script>alert('x')</script>") > 10
    assert "{{ 7*7 }}" in page.text
    assert "{% raw %}" in page.text


def test_addresses_become_links_only_when_they_are_http(page: Page) -> None:
    outside = [a for a in page.of("a") if not a["href"].startswith("#")]
    assert [a["href"] for a in outside] == [WEB]
    assert "noopener" in outside[0]["rel"]
    assert SCRIPT in page.text


@pytest.mark.parametrize(
    ("url", "web"),
    [
        ("https://a.example/b", True), ("http://a.example", True), ("HTTPS://a.example", True), ("javascript:alert(1)", False),
        ("data:text/html,x", False), ("//a.example", False), ("https:", False), ("java\nscript:x", False), ("", False),
        ("https://[", False), ("ftp://a.example", False), ("file:///etc/passwd", False), ("https://a b", False),
    ],
)  # fmt: skip
def test_is_web(url: str, web: bool) -> None:
    assert is_web(url) is web


def test_people_are_never_named(html: str) -> None:
    for name in (PERSON, RULER, "Ada", "Hiddenjudge"):
        assert name not in html
    assert "a contester" in html
    assert "a person, ruling" in html


def test_well_formed_with_unique_ids_and_links_that_resolve(page: Page) -> None:
    assert page.faults == []
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    assert {a["href"][1:] for a in page.of("a") if a["href"].startswith("#")} <= set(ids)
    assert "" not in ids


def test_headings_are_in_order_and_tables_have_headers(page: Page, html: str) -> None:
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    main = html[html.index("<main>") :]
    levels = [int(n) for n in re.findall(r"<h([2-6])", main)]
    assert levels[0] == 2
    assert all(b <= a + 1 for a, b in pairwise(levels))
    for table in re.findall(r"<table.*?</table>", html, re.DOTALL):
        assert "<caption>" in table
        assert '<th scope="' in table
    assert page.of("html") == [{"lang": "en"}]
    for landmark in ("nav", "main", "header", "footer"):
        assert len(page.of(landmark)) == 1


def test_opens_with_statement_then_certificate_then_question(html: str) -> None:
    places = [html.index(part) for part in ("AI-assisted. ", "Not certified", "Slot completeness", "<h1>", "<main>")]
    assert places == sorted(places)


def test_every_sentence_of_the_position_leads_to_its_evidence(html: str) -> None:
    marks = re.findall(r'<a href="#(c\d+)" aria-label', section(html, "position"))
    assert len(marks) == 3
    for mark in marks:
        own = article(html, mark)
        assert "bats" in own
        assert '<figure class="evidence"' in own or 'class="rests"' in own


def test_quotations_stand_in_their_source(html: str) -> None:
    figures = re.findall(r'<figure class="evidence".*?</figure>', html, re.DOTALL)
    first = next(f for f in figures if SENTENCES[1] in f)
    assert f"<mark>{SENTENCES[1]}</mark>" in first
    assert f'<span class="around">{SENTENCES[0]}</span>' in first
    assert f'<span class="around">{SENTENCES[3]}</span>' in first
    assert "<mark>The survey counted 40 bats &lt;b&gt;before&lt;/b&gt; the trial.</mark>" in first
    for fact in ("Survey", "1 May 2024", "research", "Sentence 2, page 7", "word for word", "negation in the sentence"):
        assert fact in first


def test_without_documents_the_known_neighbours_are_shown(html: str) -> None:
    graph, run, _ = dossier_run()
    bare = render_dossier(graph, run)
    assert f"<mark>{SENTENCES[1]}</mark>" in bare
    assert "The document was not at hand" in bare
    assert "The document was not at hand" not in html


def test_claims_stand_in_the_section_of_their_standing(html: str) -> None:
    for name, part in (("core", "Lamps may harm"), ("core", "stay dark"), ("conditional", "Care for bats"),
                       ("contested", "Nobody knows"), ("dissent", "It is cheap"), ("unsupported", "It is said")):  # fmt: skip
        assert part in section(html, name)
    assert "Holds where care weighs more than rule of law." in section(html, "conditional")
    assert "vacant".title() in section(html, "unsupported")


def test_objections_are_all_there_with_ratings_and_replies(html: str) -> None:
    graph, _, ids = dossier_run()
    shown = section(html, "objections")
    for critique in graph.of("Critique"):
        assert shown.count(f'<code class="id">{critique.id}</code>') == 1
        for rating in graph.into(critique.id, "RATES"):
            assert rating.id in shown
    assert "It is counted." in shown
    assert "dismissed" in shown
    assert ids["loose"] in shown


def test_challenge_ruling_outcome_and_versions(html: str) -> None:
    _, _, ids = dossier_run()
    shown = section(html, "challenges")
    for told in ("Only one pond.", "One pond is not the park.", "the claim was narrowed", "version 2 of the position"):
        assert told in shown
    assert ids["first"] in shown
    assert ids["core"] in shown
    assert "Lamps harm bats." in article(html, "c1")


def test_memo_names_perspectives_turns_and_trade_offs(html: str) -> None:
    shown = section(html, "dissent")
    assert "Treasurer: It weighs care." in shown
    assert "A contester: Only one pond." in shown
    assert "would be not accepted instead of accepted for Steward if new evidence answered objection" in shown
    assert "Care against rule of law." in shown


def test_perspective_says_what_it_changed(html: str) -> None:
    shown = section(html, "perspectives")
    assert "Without its votes, Cost would have been taken in the place of Harm." in shown
    assert "The choice would have been the same without its votes." in shown
    assert "It alone accepts claim 3." in shown
    assert '<rect width="100.0"' in shown


def test_drafts_checks_contest_and_agents(html: str) -> None:
    _, _, ids = dossier_run()
    assert "Another wording" in section(html, "drafts")
    assert "failed" in section(html, "checks")
    contest = section(html, "contest")
    for kind in ("relevance", "adequacy", "selection_bias", "inferential", "scope", "normative", "structural"):
        assert f"--kind {kind}" in contest
    assert f"foam challenge {ids['choice']} --kind structural" in contest
    assert "No language model was used" in section(html, "agents")


def test_models_are_named_with_calls_and_tokens() -> None:
    graph, run, _ = dossier_run()
    delta = Delta()
    delta.node(
        "ModelCall", task="t", model="model-x", provider="host.example", prompt_hash="h", rollout=0, parameters="{}",
        tokens_in=1200, tokens_out=34, latency_ms=5, attempts=1, repairs=0, outcome="ok", response=PERSON,
    )  # fmt: skip
    draft = ActivityDraft(run, "Call", Role.COMPILER, "call", "model-x")
    graph.apply(draft, delta, Committed(run, f"{run}-900", 900, "2026-01-01T00:00:00Z", "", (f"{run}-900-1",)))
    shown = section(render_dossier(graph, run), "agents")
    for part in ("model-x, at host.example", "1,200", "34", "Language model used beside fixed rules: model-x"):
        assert part in shown
    assert "No language model" not in shown


def test_map_draws_claims_first_and_says_what_it_leaves_out() -> None:
    graph, run, _ = dossier_run()
    reading = Reading(graph, run)
    objections = Objections(reading, Sources(reading))
    whole, part = argument_map(reading, objections), argument_map(reading, objections, most=6)
    boxes = [box for figure in whole.figures for box in figure.boxes]
    assert whole.note == ""
    assert {box.shape for box in boxes} == {"claim", "record", "objection"}
    assert [box.shape for figure in part.figures for box in figure.boxes] == ["claim"] * 6
    assert part.note.startswith(f"{len(boxes) - 6} nodes")
    for one in boxes:
        assert one.lines
        assert not any(one is not two and one.x == two.x and one.y < two.y < one.y + one.height for two in boxes), (
            "boxes overlap"
        )
    assert [box.dashed for box in boxes if box.lines[-1] == "Dissent"] == [True]


def test_two_runs_are_compared_slot_by_slot() -> None:
    graph, run, _ = dossier_run()
    other, other_run = small_run()
    shown = section(render_dossier(graph, run, compare=(other, other_run)), "compare")
    assert "Lighting may harm the bats." in shown
    assert other_run in shown
    assert "≠" in shown


def test_a_small_run_and_one_read_in_another_order() -> None:
    graph, run = small_run()
    page = Page(render_dossier(graph, run))
    assert "Ada Secret" not in page.text
    assert page.faults == []
    assert "Lighting may harm the bats." in Page(render_dossier(shuffled(graph, 3), run)).text


def test_versions_that_name_each_other_are_shown_once() -> None:
    graph, run = small_run()
    new, old = next((e.start, e.end) for e in graph.edges if e.type == "SUPERSEDES" and graph[e.start].kind == "Claim")
    graph.connect(Edge("SUPERSEDES", old, new, {}, graph[new].seq))
    assert Page(render_dossier(graph, run)).faults == []


def test_a_run_without_a_position_is_refused() -> None:
    with pytest.raises(UnknownId, match=r"no position.*") as caught:
        render_dossier(Subgraph(), "r1")
    assert "foam resume r1" in caught.value.hint


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_random_runs_either_render_well_formed_or_say_that_there_is_no_position(seed: int) -> None:
    rendered_or_refused(*random_run(seed))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_runs_whose_versions_name_each_other_are_rendered_as_well(seed: int) -> None:
    graph, run = random_run(seed)
    rendered_or_refused(in_circles(graph), run)


def rendered_or_refused(graph: Subgraph, run: str) -> None:
    if not graph.live("Position"):
        with pytest.raises(UnknownId):
            render_dossier(graph, run)
        return
    html = render_dossier(graph, run)
    page = Page(html)
    assert page.faults == []
    assert "Secret" not in html
    html.encode()
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {a["href"][1:] for a in page.of("a") if a["href"].startswith("#")} <= set(ids)


def test_a_run_of_forty_claims_stays_under_a_megabyte_and_a_half() -> None:
    made, leaves = Builder(), [f"leaf{n}" for n in range(40)]
    made.open()
    made.traverse(leaves)
    made.offer(leaves)
    for leaf in leaves:
        claim = made.claim(leaf, f"{leaf}: {HOSTILE * 2}", ["d1:1", "d1:2", "d2:3", "d1:4", "d1:5"])
        for n in range(4):
            made.reply(made.critique(claim, f"Ground {n}. {HOSTILE * 2}"))
    made.compile([], [])
    html = render_dossier(made.graph, RUN, evidence())
    assert html.count('<article class="claim') == 40
    assert html.count('<article class="objection" id') == 160
    assert len(html.encode()) < 1_500_000
    reading = Reading(made.graph, RUN)
    drawn = argument_map(reading, Objections(reading, Sources(reading)))
    assert sum(len(figure.boxes) for figure in drawn.figures) == MOST


@given(st.text(), st.integers(1, 40))
def test_clipped_fits_and_begins_alike(text: str, width: int) -> None:
    short = clipped(text, width)
    assert short == " ".join(text.split()) or short.endswith("…")
    assert len(short) <= width + 1
    assert len(wrapped(text, width, 2)) <= 2


@given(st.text())
def test_visible_leaves_nothing_that_a_page_may_not_hold(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert len(shown) == len(text)
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", shown)


@pytest.mark.parametrize(
    ("moment", "words"),
    [("2026-11-21T10:00:00Z", "21 November 2026"), ("2024-05", "May 2024"), ("2024", "2024"), ("", ""),
     ("2024-13-01", "2024-13-01"), ("soon", "soon"), ("2024-05-01x", "2024-05-01x")],
)  # fmt: skip
def test_day(moment: str, words: str) -> None:
    assert day(moment) == words
