/** The samples are from March 2026: moves their dates by whole weeks into the present, so that weekdays stay. */
const FIRST_MONDAY = Date.UTC(2026, 2, 16);
const DAY_MS = 86_400_000;

const shiftMs = () => Math.floor((Date.now() - FIRST_MONDAY) / (7 * DAY_MS)) * 7 * DAY_MS;

export function withCurrentDates(source) {
  const shift = shiftMs();
  const moved = (year, month, day) => new Date(Date.UTC(year, month - 1, day) + shift).toISOString().slice(0, 10);
  return source
    .replaceAll(/\b(2026)-(\d\d)-(\d\d)(?=\b|T)/g, (_date, year, month, day) => moved(year, month, day))
    .replaceAll(/\b(2026)(\d\d)(\d\d)(?=\b|T)/g, (_date, year, month, day) => moved(year, month, day).replaceAll('-', ''))
    .replaceAll(/\b177\d{10}\b/g, (ms) => String(Number(ms) + shift));
}
