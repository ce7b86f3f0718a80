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

// A page opens at the newest message and follows, until its visitor does something.

const timeline = document.querySelector("#channel-timeline");
const following = new ResizeObserver(() => { timeline.scrollTop = timeline.scrollHeight; });
following.observe(document.querySelector("#channel-message-list"));
for (const doing of ["pointerdown", "wheel", "touchmove", "keydown"]) {
  addEventListener(doing, () => following.disconnect(), { capture: true, once: true });
}
