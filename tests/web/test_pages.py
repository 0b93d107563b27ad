"""Every page that can be reached from the start: it answers, reads well without CSS, and no text becomes markup."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
import pytest
from lxml import html

from foam_graph.cli.verbs import VERBS
from foam_graph.web.assets import address_of
from tests.support.web_site import CORPUS, EVIL, Site

pytestmark = pytest.mark.whole
ALIKE = 5
"""Pages of one sort that the crawl looks at."""
MOST_BYTES = 300_000
ID = re.compile(r"\br[0-9a-z]{10}-\d+-\d+\b")
"""Looks like a node's id."""


def crawled(site: Site, client: httpx.Client) -> dict[str, httpx.Response]:
    """Pages by their path, first those nearest to the start; of each sort some."""
    seen: dict[str, httpx.Response] = {}
    wait, sorts = ["/", "/corpora/nothing"], Counter[str]()
    while wait:
        path = wait.pop(0)
        sort = re.sub(r"[^/]*\d[^/]*", "N", re.sub(r"^(/questions/)\w+", r"\1N", path.partition("?")[0]))
        if path in seen or sorts[sort] >= ALIKE or path.startswith("/ledger/verification") or strange(path, site):
            continue
        sorts[sort] += 1
        seen[path] = client.get(path, follow_redirects=path.startswith("/chains/"))
        if "text/html" in seen[path].headers.get("content-type", ""):
            wait += links(seen[path], path)
    return seen


def strange(path: str, site: Site) -> bool:
    """Whether a page is of a chain that another test planted in the same database, as odd as it needed it."""
    of_chain = re.match(r"/(?:runs|debates|contests|nodes|ledger)/([^/.?]+)", path)
    own = (site.run.id, site.case, site.debate, "corpus.", "new")
    return of_chain is not None and not of_chain[1].startswith(own)


def links(page: httpx.Response, path: str) -> list[str]:
    found = html.fromstring(page.text).xpath("//a[not(@download)]/@href | //link/@href")
    return [urldefrag(urljoin(path, one)).url for one in found if not urlsplit(one).netloc]


@pytest.fixture(scope="module")
def pages(site: Site) -> Iterator[dict[str, httpx.Response]]:
    with site.browser() as client:
        yield crawled(site, client)


def documents(pages: dict[str, httpx.Response]) -> Iterator[tuple[str, html.HtmlElement]]:
    for path, page in pages.items():
        if "text/html" in page.headers["content-type"]:
            yield path, html.fromstring(page.text)


def test_the_crawl_reaches_every_sort_of_page(pages: dict[str, httpx.Response], site: Site) -> None:
    reached = " ".join(pages)
    for part in ("/runs/", "/claims", "/objections", f"/corpora/{CORPUS}", "/documents/", "/sheet", "/nodes/", "/ledger/",
                 "/questions/", "/contests", "/contests/new", ".json", "/openapi.json", "/static/style."):  # fmt: skip
        assert part in reached, part
    assert {path: page.status_code for path, page in pages.items() if page.status_code != 200} == {
        "/corpora/nothing": 404
    }


def test_no_text_of_a_document_a_question_or_a_setting_becomes_markup(pages: dict[str, httpx.Response]) -> None:
    shown = 0
    for path, page in documents(pages):
        assert [one.attrib for one in page.xpath("//script")] == [{"src": address_of("foam.js"), "defer": "defer"}], (
            path
        )
        assert page.xpath("//script[text()] | //iframe | //object | //embed | //img | //style") == [], path
        assert page.xpath("//@*[starts-with(name(), 'on')] | //@style") == [], path
        for href in page.xpath("//@href | //@action | //@src"):
            assert urlsplit(href.strip()).scheme in ("", "http", "https"), (path, href)
            assert not href.startswith("//"), (path, href)
        shown += EVIL in page.text_content()
    # The hostile words are there to be read, on many pages: otherwise nothing was tested.
    assert shown > 10


def test_each_page_reads_without_css(pages: dict[str, httpx.Response]) -> None:
    for path, page in documents(pages):
        assert page.get("lang") == "en", path
        assert len(page.xpath("//h1")) == 1, path
        assert [len(page.xpath(f"//{one}")) for one in ("main", "header", "footer")] == [1, 1, 1], path
        assert page.xpath("string(//title)").strip(), path
        assert page.xpath("//a[1]/@href")[0] == "#main", path
        levels = [int(one.tag[1]) for one in page.xpath("//main//*[self::h1 or self::h2 or self::h3 or self::h4]")]
        assert [b for a, b in itertools.pairwise([0, *levels]) if b - a > 1] == [], (path, levels)
        assert [one for one in page.xpath("//nav") if not one.get("aria-label")] == [], path


def test_every_field_has_a_label_and_every_id_is_there_once(pages: dict[str, httpx.Response]) -> None:
    for path, page in documents(pages):
        ids = page.xpath("//@id")
        assert len(ids) == len(set(ids)), (path, sorted({one for one in ids if ids.count(one) > 1}))
        named = set(page.xpath("//label/@for"))
        fields = page.xpath("//input[@type!='hidden' or not(@type)] | //textarea | //select")
        assert [one.get("name") for one in fields if one.get("id") not in named] == [], path
        told = page.xpath("//@aria-labelledby | //@aria-describedby")
        assert [one for one in told if one not in ids] == [], path
        assert [one for one in page.xpath("//a") if not (one.text_content().strip() or one.get("aria-label"))] == [], (
            path
        )


def test_links_within_and_between_pages_lead_somewhere(pages: dict[str, httpx.Response]) -> None:
    trees = dict(documents(pages))
    ids = {path: set(page.xpath("//@id")) for path, page in trees.items()}
    broken = []
    for path, page in trees.items():
        for href in page.xpath("//a/@href"):
            where, fragment = urldefrag(urljoin(path, href))
            if fragment and where in ids and fragment not in ids[where]:
                broken.append((path, href))
    assert broken == []


def test_no_page_is_too_long_and_none_tells_ids_in_its_prose(pages: dict[str, httpx.Response]) -> None:
    # The description of the API is no page: it grows with every address, and no reader loads it.
    read = {path: len(page.content) for path, page in pages.items() if path != "/openapi.json"}
    assert {path: size for path, size in read.items() if size > MOST_BYTES} == {}
    for path, page in documents(pages):
        for apart in page.xpath("//code | //td | //input | //textarea | //option"):
            apart.clear(keep_tail=True)
        prose = page.xpath("string(//main)")
        assert [prose[max(0, at.start() - 60) : at.end()] for at in ID.finditer(prose)] == [], path


def test_each_page_has_a_twin_that_is_json(pages: dict[str, httpx.Response], web: httpx.Client) -> None:
    twins = {}
    for path, page in documents(pages):
        for href in page.xpath("//link[@rel='alternate']/@href"):
            twins[path] = href
    assert len(twins) > 15
    for path, href in list(twins.items())[:40]:
        answer = web.get(href) if href not in pages else pages[href]
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json"), (path, href)
        json.loads(answer.text)


def test_the_policy_forbids_scripts_and_styles_within_the_page(pages: dict[str, httpx.Response]) -> None:
    for path, page in pages.items():
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "script-src 'self';" in policy, path
        assert "connect-src 'self';" in policy, path
        assert "unsafe" not in policy, path
        assert page.headers["x-content-type-options"] == "nosniff", path
        # A cookie is given with a form that it belongs to, and with nothing else.
        assert "set-cookie" not in page.headers or 'name="token"' in page.text, path


def test_the_answer_comes_first_and_its_issues_are_a_table(pages: dict[str, httpx.Response], site: Site) -> None:
    page = dict(documents(pages))[f"/runs/{site.case}"]
    headings = page.xpath("//h2/text()")
    assert headings[:3] == ["Answer", "Issues", "Why"]
    for part in ("Dissent", "Objections", "Perspectives", "Challenges and versions", "Checks and sources"):
        assert part in headings
    assert page.xpath("//*[@id='issues']//tbody/tr")
    assert page.xpath("//*[@id='answer']//*[@class='prose']/p")[0].text_content().strip()
    assert len(page.xpath("//*[@id='perspectives']//article")) == 2
    # Beside the buttons that contest a part, nobody is sent to a terminal for it.
    assert "Contest any part with: ⚑ beside it." in page.xpath("string(//main)")


def test_no_page_sends_anybody_to_a_terminal_but_who_runs_the_server(pages: dict[str, httpx.Response]) -> None:
    verbs = "|".join(VERBS)
    naming = {
        path for path, page in documents(pages) if re.search(rf"\bfoam (?:{verbs})\b", page.xpath("string(//main)"))
    }
    assert naming <= {"/-/health", "/-/settings", "/webhooks"}
    assert "/webhooks" in naming


def test_the_page_of_a_position_itself_sends_nobody_to_a_terminal(web: httpx.Client, site: Site) -> None:
    page = html.fromstring(web.get(f"/nodes/{site.run.position_id}").text).xpath("string(//main)")
    assert page.count("Contest any part with: ⚑ beside it.") >= 2, "as its heading and among its fields"
    assert "foam challenge" not in page


def test_a_debate_is_a_transcript_with_its_margins(pages: dict[str, httpx.Response], site: Site) -> None:
    page = dict(documents(pages))[f"/debates/{site.debate}"]
    assert page.xpath("//h2/text()") == ["Transcript", "Flow", "Flaws found", "Ballot", "Sources"]
    said = page.xpath("//*[@id='transcript']//div[starts-with(@class, 'said')]")
    assert said
    assert all(one.xpath("./aside[@aria-label]") for one in said)
    with site.browser() as client:
        assert client.get(f"/chains/{site.debate}").headers["location"] == f"/debates/{site.debate}"
        assert client.get(f"/runs/{site.debate}").status_code == 404
        assert client.get(f"/debates/{site.run.id}").status_code == 404


def test_a_sentence_behind_a_claim_opens_in_its_document(web: httpx.Client, site: Site) -> None:
    page = html.fromstring(web.get(f"/runs/{site.run.id}/claims").text)
    begins = f"/corpora/{CORPUS}/documents/"
    sources = page.xpath("//a[starts-with(@href, $begins) and contains(@href, '#')]/@href", begins=begins)
    assert sources
    with site.browser() as client:
        where, fragment = urldefrag(sources[0])
        sentence = html.fromstring(client.get(where).text).xpath(f"//*[@id='{fragment}']")
    assert len(sentence) == 1
    assert "used" in sentence[0].get("class")
    assert "wanted" in sentence[0].get("class")
    assert sentence[0].xpath(".//a[contains(@href, '/contests/new?target=')]")


def test_the_answer_of_a_node_page_names_all_that_is_asked(web: httpx.Client, site: Site) -> None:
    page = html.fromstring(web.get(f"/nodes/{site.claim}").text)
    assert page.xpath("//h2/text()") == [
        "Said by",
        "From what",
        "Used in",
        "Attacked by",
        "History",
        "Fields and edges",
    ]
    assert page.xpath("//a[contains(@href, '/contests/new?target=')]")
    twin = web.get(f"/nodes/{site.claim}.json").json()
    assert twin["node"]["id"] == site.claim
    assert twin["why"]["leads_to"]
    assert twin["sources"]["rows"]


def test_a_node_is_shown_as_it_was(web: httpx.Client, site: Site) -> None:
    assert web.get(f"/nodes/{site.claim}", params={"as_of": "2001-01-01"}).status_code == 404
    seq = web.get(f"/nodes/{site.claim}.json").json()["node"]["seq"]
    then = web.get(f"/nodes/{site.claim}", params={"as_of": str(seq)})
    assert then.status_code == 200
    assert "As it was then" in then.text
    assert "/contests/new" not in then.text
    assert web.get(f"/nodes/{site.claim}", params={"as_of": EVIL}).status_code in (400, 404)


def test_questions_give_the_same_rows_as_table_json_and_csv(web: httpx.Client, site: Site) -> None:
    asked = {"run": site.run.id}
    rows = web.get("/questions/agents_at_work.json", params=asked).json()["rows"]
    assert rows["rows"]
    table = html.fromstring(web.get("/questions/agents_at_work", params=asked).text)
    assert len(table.xpath("//table/tbody/tr")) == len(rows["rows"])
    csv = web.get("/questions/agents_at_work.csv", params=asked)
    assert csv.headers["content-type"].startswith("text/csv")
    assert "attachment" in csv.headers["content-disposition"]
    assert len(csv.text.splitlines()) == len(rows["rows"]) + 1
    early = web.get("/questions/agents_at_work.json", params={**asked, "as_of": "2001-01-01"})
    assert early.status_code == 200
    assert early.json()["rows"]["rows"] == []
    assert web.get("/questions/agents_at_work", params={"run": EVIL}).status_code == 200
    assert web.get("/questions/agents_at_work", params={**asked, "nothing": "1"}).status_code == 400
    assert web.get("/questions/show_node").status_code in (400, 404)


def test_verification_says_that_the_chain_holds(web: httpx.Client, site: Site) -> None:
    twin = web.get(f"/ledger/{site.run.id}.json").json()
    assert twin["ok"]
    assert twin["activities"] >= site.run.activities
    assert "Everything holds" in web.get(f"/ledger/{site.run.id}").text


def test_two_runs_that_are_one_differ_in_nothing(web: httpx.Client, site: Site) -> None:
    twin = web.get("/diff.json", params={"a": site.run.id, "b": site.run.id}).json()
    assert twin["of"] == "runs"
    assert twin["claims"]["changed"] == []
    assert twin["parameters"] == {}
    assert web.get("/diff", params={"a": site.run.id, "b": site.claim}).status_code in (400, 404)


def test_the_description_of_the_api_lists_the_twins(web: httpx.Client) -> None:
    described = web.get("/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    for path in ("/index.json", "/runs.json", "/runs/{run}.json", "/debates/{run}.json", "/nodes/{node}.json",
                 "/corpora/{corpus}.json", "/corpora/{corpus}/documents/{document}.json", "/corpora/{corpus}/sheet.json",
                 "/diff.json", "/contests.json", "/contests/{contest}.json", "/receipts/{code}.json", "/ledger.json",
                 "/ledger/verification.json", "/questions/{name}.json", "/questions/{name}.csv", "/api/v1/challenges"):  # fmt: skip
        assert path in described["paths"], path


def test_the_outline_and_the_graph_tell_the_same_claims(web: httpx.Client, site: Site) -> None:
    for run in (site.run.id, site.case):
        outline = web.get(f"/runs/{run}/outline.json").json()
        claims = {claim["id"] for one in outline["arguments"] for claim in one["claims"]}
        graph = web.get(f"/runs/{run}/graph.json", params={"depth": 3}).json()
        assert len(graph["nodes"]) <= 150
        assert {one["id"] for one in graph["nodes"] if one["kind"] == "claim"} <= claims
        ids = {one["id"] for one in graph["nodes"]}
        assert all({edge["source"], edge["target"]} <= ids for edge in graph["edges"])
        page = html.fromstring(web.get(f"/runs/{run}/graph", params={"depth": 3}).text)
        assert {one.get("data-id") for one in page.xpath("//li[@data-id]")} == ids
    near = web.get(f"/runs/{site.run.id}/graph.json", params={"focus": site.claim}).json()
    assert near["focus"] == site.claim
    assert {edge["kind"] for edge in near["edges"]} >= {"supports"}
    # Every neighbour is told, and none but neighbours.
    touched = {end for edge in near["edges"] for end in (edge["source"], edge["target"])}
    assert {one["id"] for one in near["nodes"]} == touched
    assert web.get(f"/runs/{site.run.id}/graph", params={"focus": "nothing"}).status_code == 404
    assert web.get(f"/runs/{site.run.id}/graph", params={"focus": EVIL}).status_code == 404
    for depth in ("0", "4", "x", "-1"):
        assert web.get(f"/runs/{site.run.id}/graph", params={"depth": depth}).status_code == 422
    assert web.get(f"/runs/{site.debate}/graph").status_code == 404


def test_the_process_counts_every_step_once(web: httpx.Client, site: Site) -> None:
    for run in (site.run.id, site.debate):
        found = web.get(f"/runs/{run}/process.json").json()
        steps = sum(one["steps"] for one in found["phases"])
        assert steps == sum(one["acts"] for one in found["workers"]) > 5
        assert abs(sum(one["seconds"] for one in found["phases"]) - found["seconds"]) < 0.1
        page = html.fromstring(web.get(f"/runs/{run}/process").text)
        assert len(page.xpath("//*[local-name()='svg']//*[local-name()='rect']")) == len(found["phases"])
        assert len(page.xpath("(//table)[1]/tbody/tr")) == len(found["phases"])


def test_the_grid_tells_of_each_claim_who_accepts_it(pages: dict[str, httpx.Response], site: Site) -> None:
    page = dict(documents(pages))[f"/runs/{site.run.id}"]
    rows = page.xpath("//table[@class='grid']/tbody/tr")
    assert rows
    assert {len(row.xpath("./td")) for row in rows} == {2}
    assert {"● accepted"} <= {cell.text_content().strip() for cell in page.xpath("//table[@class='grid']//td")}


def test_the_sheet_shows_what_is_in_dispute(web: httpx.Client) -> None:
    page = html.fromstring(web.get(f"/corpora/{CORPUS}/sheet").text)
    twin = web.get(f"/corpora/{CORPUS}/sheet.json").json()
    disputed = [one for one in twin["findings"] if one["verdict"] == "disputed"]
    rows = page.xpath("//section[@aria-labelledby='h-conflicts']//tbody/tr")
    assert len(rows) == len(disputed) > 0


def test_a_node_can_be_looked_back_at_by_the_number_of_an_event(web: httpx.Client, site: Site) -> None:
    page = html.fromstring(web.get(f"/nodes/{site.claim}").text)
    (field,) = page.xpath("//form[contains(@class, 'past')]//input")
    assert int(field.get("min")) < int(field.get("max"))
    then = web.get(f"/nodes/{site.claim}", params={field.get("name"): field.get("min")})
    assert then.status_code == 200
    assert "As it was then" in then.text


def test_what_would_be_otherwise_stands_beside_what_is(web: httpx.Client, site: Site) -> None:
    before = web.get(f"/nodes/{site.claim}.json").json()["node"]["standing"]
    for how in ("falls", "stands"):
        twin = web.get(f"/nodes/{site.claim}/supposed.json", params={"it": how}).json()
        rows = [*twin["options"], *twin["issues"], *twin["claims"]]
        assert rows
        assert all((one["before"] != one["after"]) is one["changed"] for one in rows)
        page = html.fromstring(web.get(f"/nodes/{site.claim}/supposed", params={"it": how}).text)
        assert len(page.xpath("//section[@aria-labelledby='h-changed']//tbody/tr")) == sum(
            one["changed"] for one in rows
        )
    own = next(one for one in web.get(f"/nodes/{site.claim}/supposed.json").json()["claims"] if one["id"] == site.claim)
    assert own["changed"]
    # Nothing was written.
    assert web.get(f"/nodes/{site.claim}.json").json()["node"]["standing"] == before
    assert web.get(f"/nodes/{site.run.id}/supposed").status_code == 409
    assert web.get(f"/nodes/{site.claim}/supposed", params={"it": "x"}).status_code == 422
    assert web.get("/nodes/nothing/supposed").status_code == 404
