// Makes simcord's page live where it draws things once.

// Countdowns run.

const UNITS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(seconds, locale) {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return format.format(Math.round(seconds / size), unit);
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-locale]")) {
    const text = relative((Date.parse(time.dateTime) - Date.now()) / 1000, time.dataset.locale);
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);

// A message that changes keeps its old picture until the new one is loaded, so that nothing jumps.

const pictures = new Map();

function messageOf(image) {
  return image.closest("[data-message-id]")?.dataset.messageId;
}

async function keep(image) {
  const message = messageOf(image);
  if (!message || !image.src) return;
  const blob = await (await fetch(image.src)).blob();
  URL.revokeObjectURL(pictures.get(message)?.url);
  const ratio = `${image.naturalWidth} / ${image.naturalHeight}`;
  pictures.set(message, { url: URL.createObjectURL(blob), ratio });
}

function holdPlace(image) {
  const old = pictures.get(messageOf(image));
  if (!old || image.complete && image.naturalWidth) return;
  image.style.aspectRatio = old.ratio;
  image.style.background = `url("${old.url}") center / contain no-repeat`;
  image.style.color = "transparent";
}

document.addEventListener("load", ({ target }) => {
  if (!(target instanceof HTMLImageElement) || !target.matches(".embed-image")) return;
  target.removeAttribute("style");
  keep(target).catch(() => {});
}, true);

new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (node instanceof Element) node.querySelectorAll("img.embed-image").forEach(holdPlace);
  }
}).observe(document, { childList: true, subtree: true });

// A page opens at the newest message and follows, until its visitor does something.

const timeline = document.querySelector("#channel-timeline");
const following = new ResizeObserver(() => { timeline.scrollTop = timeline.scrollHeight; });
following.observe(document.querySelector("#channel-message-list"));
for (const doing of ["pointerdown", "wheel", "touchmove", "keydown"]) {
  addEventListener(doing, () => following.disconnect(), { capture: true, once: true });
}
