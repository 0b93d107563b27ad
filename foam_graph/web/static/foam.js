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

// --- A run that is being argued, followed as it goes ---------------------------------------------------------------

FOAM.follow = {
  start(place) {
    const stream = new EventSource(place.dataset.follow);
    stream.addEventListener("progress", (event) => this.show(place, JSON.parse(event.data)));
    // How it ended, and what can be done now, stands on the page that is loaded again.
    stream.addEventListener("end", () => { stream.close(); location.reload(); });
    stream.addEventListener("busy", () => { stream.close(); setTimeout(() => location.reload(), 5000); });
    stream.addEventListener("error", () => {
      // A connection that broke is taken up by the browser itself; one that was refused is not.
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
    });
    addEventListener("pagehide", () => stream.close());
  },

  show(place, told) {
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
