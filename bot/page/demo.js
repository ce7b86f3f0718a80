// Keeps the countdowns running that simcord draws once.

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
