// Makes simcord's page live where it draws things once.

// Countdowns run.

const UNITS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(seconds, locale) {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return format.format(Math.round(seconds / size), unit);
}

function countDown() {
  for (const time of document.querySelectorAll("time[data-locale]")) {
    const text = relative((Date.parse(time.dateTime) - Date.now()) / 1000, time.dataset.locale);
    if (time.textContent !== text) time.textContent = text;
  }
}

setInterval(countDown, 1000);

// A message that changes keeps its old pictures until the new ones are loaded, so that nothing
// jumps; also while a picture cannot be loaded because the next change has replaced it already.

const PICTURES = "img.embed-image, img.attachment-image";
const HOLDERS = `${PICTURES}, .media-unavailable`;
const pictures = new Map();

function placeOf(image) {
  const message = image.closest("[data-message-id]")?.dataset.messageId;
  return message && `${message} ${image.closest(".embed-card") ? "below" : "above"}`;
}

async function keep(image) {
  const place = placeOf(image);
  if (!place || !image.src) return;
  const blob = await (await fetch(image.src)).blob();
  URL.revokeObjectURL(pictures.get(place)?.url);
  const ratio = `${image.naturalWidth} / ${image.naturalHeight}`;
  const width = `min(${image.getBoundingClientRect().width}px, 100%)`;
  pictures.set(place, { url: URL.createObjectURL(blob), ratio, width });
}

function holdPlace(holder) {
  const old = pictures.get(placeOf(holder));
  if (!old || holder.complete && holder.naturalWidth) return;
  holder.style.aspectRatio = old.ratio;
  holder.style.width = old.width;
  holder.style.background = `url("${old.url}") center / contain no-repeat`;
  holder.style.color = "transparent";
  holder.style.visibility = "visible";
}

document.addEventListener("load", ({ target }) => {
  if (!(target instanceof HTMLImageElement) || !target.matches(PICTURES)) return;
  target.removeAttribute("style");
  keep(target).catch(() => {});
}, true);

new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue;
    if (node.matches(HOLDERS)) holdPlace(node);
    node.querySelectorAll(HOLDERS).forEach(holdPlace);
    if (node.querySelector("time[data-locale]")) countDown();
  }
}).observe(document, { childList: true, subtree: true });

// A page begins where the last one in this tab was left, whoever it showed, else at the newest
// message; where there is only one, at its beginning.

const PLACE = `place ${window.name}`;

const MESSAGES = "#channel-message-list [data-message-id]";

export function placeNow(place, messages) {
  if (place && !(place.policy === "top" && messages > 1)) return place;
  const kept = place ? null : JSON.parse(sessionStorage.getItem(PLACE));
  return kept ?? { policy: messages > 1 ? "bottom" : "top" };
}

export function isAlone() { return document.querySelectorAll(MESSAGES).length === 1; }

export function keepPlace(place) {
  if (place && place.policy !== "top") sessionStorage.setItem(PLACE, JSON.stringify(place));
}

// What moves soon after a gesture is scrolled by the visitor; phones roll on for a while.

const ROLLS_ON = 1000;
const SCROLLING_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"]);
let lastGesture = -Infinity;
let holdsScrollbar = false;

export function scrolledByVisitor() {
  return holdsScrollbar || performance.now() - lastGesture < ROLLS_ON;
}

function noteGesture() { lastGesture = performance.now(); }

for (const doing of ["wheel", "touchmove"]) {
  addEventListener(doing, noteGesture, { capture: true, passive: true });
}
addEventListener("keydown", ({ key, target }) => {
  if (SCROLLING_KEYS.has(key) && !target.matches?.("input, textarea")) noteGesture();
}, true);
addEventListener("pointerdown", ({ target }) => {
  holdsScrollbar = target.id === "channel-timeline";
}, true);
addEventListener("pointerup", () => { holdsScrollbar = false; }, true);

// Whoever goes by Tab needs not pass all that is older than the newest message.

document.querySelector("#demo-skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const newest = [...document.querySelectorAll(MESSAGES)].filter(({ hidden }) => !hidden).at(-1);
  if (!newest) return;
  newest.tabIndex = -1;
  newest.focus();
});

// Another language is chosen for all pages.

for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", async () => {
    const headers = { "X-Simcord-Capability": "demo" };
    await fetch(`/api/pages?language=${button.dataset.language}`, { method: "POST", headers });
    location.reload();
  });
}

// A link to a message leads there, and no link leads out of the demo.

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="http"]');
  if (!link || link.origin === location.origin) return;
  event.preventDefault();
  const message = link.pathname.split("/").at(-1);
  noteGesture();
  [...document.querySelectorAll(MESSAGES)].find(({ dataset }) => dataset.messageId === message)
    ?.scrollIntoView({ block: "start" });
}, true);

// A demo that has stopped looks as if it still ran, so it is said.

const ended = document.querySelector("#demo-ended");
addEventListener("demo-lost", () => { ended.hidden = false; });
addEventListener("demo-found", () => { ended.hidden = true; });
