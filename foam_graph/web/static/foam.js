// What pages do with a script. Each part adds to a page that works without: where one fails, links and forms remain.
"use strict";

const FOAM = {
  // An element with its attributes and what it holds; texts become text, never markup.
  element(name, attributes = {}, ...held) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...held);
    return made;
  },

  // A page of this server as a document of its own; scripts in it do not run.
  async page(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  },

  async json(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail || `${address}: ${answer.status}`);
    return answer.json();
  },
};

// --- A sentence in its document, beside the text -----------------------------------------------------------------

const AROUND = 6; // sentences shown before and after

FOAM.panel = {
  build() {
    const close = FOAM.element("button", { type: "button", class: "second" }, "Close");
    close.addEventListener("click", () => this.close());
    this.body = FOAM.element("div");
    this.box = FOAM.element("aside", { class: "beside", "aria-labelledby": "h-beside", tabindex: "-1" }, close, this.body);
    this.box.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.querySelector("main").append(this.box);
  },

  async open(link) {
    const there = new URL(link.href);
    const page = await FOAM.page(there.pathname + there.search);
    const wanted = page.getElementById(there.hash.slice(1));
    if (!wanted) throw new Error("the sentence is not there");
    if (!this.box) this.build();
    this.from = link;
    const all = [...wanted.parentElement.children];
    const at = all.indexOf(wanted);
    const list = FOAM.element("ol", { class: "sentences" });
    list.append(...all.slice(Math.max(0, at - AROUND), at + AROUND + 1).map((one) => document.importNode(one, true)));
    for (const one of list.querySelectorAll("[id]")) one.removeAttribute("id"); // ids of another page
    for (const one of list.querySelectorAll("a.no")) one.href = there.pathname + there.search + one.getAttribute("href");
    const title = page.querySelector("h1")?.textContent || "Document";
    this.body.replaceChildren(
      FOAM.element("h2", { id: "h-beside" }, title),
      FOAM.element("p", { class: "fine" }, page.querySelector("main .by")?.textContent || ""),
      list,
      FOAM.element("p", {}, FOAM.element("a", { href: link.href }, "The whole document")),
    );
    document.body.classList.add("has-beside");
    for (const one of document.querySelectorAll(".marks [aria-current]")) one.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    this.box.focus();
    list.querySelector(".wanted")?.scrollIntoView({ block: "center" });
  },

  close() {
    document.body.classList.remove("has-beside");
    this.box.remove();
    this.box = null;
    this.from?.removeAttribute("aria-current");
    this.from?.focus();
  },
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('.marks a[href*="/documents/"]');
  // Whoever asks for a new tab gets one.
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  FOAM.panel.open(link).catch(() => location.assign(link.href));
});

// --- Graphs: drawn by cytoscape, laid out by dagre, both loaded only where there is one to draw ----------------------

const MOST_DRAWN = 150;
const SHAPES = {
  issue: "hexagon", claim: "round-rectangle", evidence: "rectangle", objection: "cut-rectangle", reply: "ellipse",
  computation: "barrel", node: "round-rectangle", inference: "ellipse", conflict: "octagon", step: "ellipse",
};

FOAM.load = (address) =>
  new Promise((done, failed) => {
    const script = FOAM.element("script", { src: address });
    script.addEventListener("load", done);
    script.addEventListener("error", () => failed(new Error(address)));
    document.head.append(script);
  });

FOAM.graph = {
  async show(box) {
    // cytoscape would write a style of its own into the page, which the policy forbids; it looks for this name first.
    document.head.append(FOAM.element("meta", { id: "__________cytoscape_stylesheet", name: "foam-graph" }));
    await Promise.all([FOAM.load(box.dataset.cytoscape), FOAM.load(box.dataset.dagre)]);
    this.box = box;
    box.hidden = false;
    const canvas = FOAM.element("div", { class: "canvas", role: "img" });
    canvas.setAttribute("aria-label", "Drawing of the parts below; the list says the same in words.");
    this.told = FOAM.element("p", { class: "fine", "aria-live": "polite" }, this.hint);
    box.append(canvas, this.told);
    const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    this.cy = cytoscape({ container: canvas, style: this.style(ink), minZoom: 0.2, maxZoom: 2.5 });
    this.cy.on("tap", "node", (event) => this.chosen(event.target).catch((fault) => this.say(fault.message)));
    const found = await FOAM.json(box.dataset.graph);
    this.focus = found.focus;
    this.add(found.graph || found);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.cy.style(this.style(ink)));
  },

  hint: "Choose a part to read it and to draw what is beside it. Drag to move, turn the wheel to look closer.",

  style(ink) {
    const stances = [1, 2, 3, 4, 5, 6].map((n) => ({
      selector: `node[stance = ${n}]`, style: { "border-color": ink(`--st${n}`), "border-width": 4 },
    }));
    return [
      { selector: "node", style: {
        label: "data(label)", "text-wrap": "wrap", "text-max-width": 196, "font-size": 12, color: ink("--ink"), width: 212,
        height: 92, "text-valign": "center", "background-color": ink("--wash"), "border-width": 1.5,
        "border-color": ink("--soft"), "font-family": "system-ui, sans-serif",
      } },
      ...Object.entries(SHAPES).map(([kind, shape]) => ({ selector: `node[kind = "${kind}"]`, style: { shape } })),
      ...stances,
      { selector: "node[?fallen]", style: { "border-style": "dashed" } },
      { selector: "node[?focus]", style: { "background-color": ink("--mark") } },
      { selector: "edge", style: {
        width: 1.5, "curve-style": "bezier", "target-arrow-shape": "triangle", "line-color": ink("--soft"),
        "target-arrow-color": ink("--soft"), label: "data(words)", "font-size": 10, color: ink("--soft"),
        "text-background-color": ink("--paper"), "text-background-opacity": 0.9,
      } },
      { selector: 'edge[kind = "attacks"]', style: {
        "line-color": ink("--bad"), "target-arrow-color": ink("--bad"), "target-arrow-shape": "tee", "line-style": "dashed",
      } },
    ];
  },

  label: (n) => {
    const text = n.text.length > 64 ? `${n.text.slice(0, 63)}…` : n.text;
    return [[n.name, n.who, n.state].filter(Boolean).join(" · "), text, n.more ? `+ ${n.more} more` : ""].filter(Boolean).join("\n");
  },

  add(found) {
    const { cy } = this;
    for (const n of found.nodes) {
      const data = { ...n, stance: n.stance ? ((n.stance - 1) % 6) + 1 : 0, focus: n.id === this.focus, label: this.label(n) };
      if (cy.getElementById(n.id).nonempty()) cy.getElementById(n.id).data(data);
      else if (cy.nodes().length < MOST_DRAWN) cy.add({ data });
    }
    for (const e of found.edges) {
      const id = `${e.source} ${e.kind} ${e.target}`;
      if (cy.getElementById(id).nonempty() || cy.getElementById(e.source).empty() || cy.getElementById(e.target).empty()) continue;
      cy.add({ data: { id, source: e.source, target: e.target, kind: e.kind, words: e.words } });
    }
    this.lay();
    this.box.dataset.drawn = cy.nodes().length;
  },

  lay() {
    const { cy } = this;
    try {
      const layered = new dagre.graphlib.Graph({ multigraph: true });
      layered.setGraph({ rankdir: "BT", nodesep: 24, ranksep: 56 });
      layered.setDefaultEdgeLabel(() => ({}));
      cy.nodes().forEach((n) => layered.setNode(n.id(), { width: 216, height: 96 }));
      // What carries stands below what it carries, whichever way the edge is told.
      const ends = (e) => (e.data("kind") === "rests" ? ["target", "source"] : ["source", "target"]).map((end) => e.data(end));
      cy.edges().forEach((e) => layered.setEdge(...ends(e), {}, e.id()));
      dagre.layout(layered);
      cy.layout({ name: "preset", fit: true, padding: 16, positions: (n) => layered.node(n.id()) }).run();
    } catch {
      cy.layout({ name: "breadthfirst", padding: 16 }).run();
    }
    if (cy.zoom() > 1) {
      cy.zoom(1); // few parts are not blown up
      cy.center();
    }
  },

  say(...held) {
    this.told.replaceChildren(...held);
  },

  async chosen(node) {
    const { id, name, who, state, text } = node.data();
    this.say(
      FOAM.element("strong", {}, [name, who, state].filter(Boolean).join(" · ")), ` ${text} `,
      FOAM.element("a", { href: `/nodes/${encodeURIComponent(id)}` }, "Details"),
    );
    if (!this.box.dataset.home || !node.data("more")) return;
    this.add(await FOAM.json(`${this.box.dataset.home}.json?focus=${encodeURIComponent(id)}&depth=1`));
    node.data({ more: 0, label: this.label({ ...node.data(), more: 0 }) });
    if (this.cy.nodes().length >= MOST_DRAWN) this.told.append(` No more than ${MOST_DRAWN} are drawn; begin at another part.`);
  },
};

for (const box of document.querySelectorAll(".graph")) {
  FOAM.graph.show(box).catch((fault) => {
    box.hidden = false;
    box.replaceChildren(FOAM.element("p", { class: "fine" }, `It cannot be drawn (${fault.message}); the list says the same.`));
  });
}

// --- The number of an event becomes a slider, which says where it stands --------------------------------------------

for (const field of document.querySelectorAll("form.past input[type=number]")) {
  const said = FOAM.element("output", { for: field.id }, field.value);
  field.type = "range";
  field.after(said);
  field.addEventListener("input", () => (said.value = field.value));
}

// --- A run that is being argued, followed as it goes ---------------------------------------------------------------

FOAM.follow = {
  LOST: "The connection is lost; it is tried again every few seconds. What is committed stays.",

  start(place) {
    const stream = new EventSource(place.dataset.follow);
    stream.addEventListener("progress", (event) => this.show(place, JSON.parse(event.data)));
    // How it ended, and what can be done now, stands on the page that is loaded again.
    stream.addEventListener("end", () => { stream.close(); location.reload(); });
    stream.addEventListener("busy", () => { stream.close(); setTimeout(() => location.reload(), 5000); });
    stream.addEventListener("error", () => {
      // A connection that broke is taken up by the browser itself; one that was refused is not.
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
      // What comes next takes its place, or whoever reads waits for nothing without knowing.
      if (!place.querySelector(".lost")) place.prepend(FOAM.element("p", { class: "lost marking", role: "alert" }, this.LOST));
    });
    addEventListener("pagehide", () => stream.close());
  },

  show(place, told) {
    // Its end is shown by the page that is loaded again: a link shown now would be taken away under whoever clicks it.
    if (!told.running) return;
    // Whoever is reading a link with the keyboard keeps it.
    if (place.contains(document.activeElement)) return;
    const page = new DOMParser().parseFromString(told.html, "text/html");
    place.replaceChildren(...[...page.body.childNodes].map((one) => document.importNode(one, true)));
    if (told.progress.told) document.title = `${told.progress.told} · FOAM Graph`;
  },
};

document.addEventListener("DOMContentLoaded", () => {
  const place = document.querySelector("[data-follow]");
  if (place) FOAM.follow.start(place);
});
