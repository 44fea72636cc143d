/** The palettes that `colorId` names. */

export const PALETTE_UPDATED = '2012-02-14T00:00:00.000Z';
export const FOREGROUND = '#1d1d1d';

const numbered = (backgrounds: string): Readonly<Record<string, string>> =>
  Object.fromEntries(backgrounds.split(' ').map((background, index) => [String(index + 1), `#${background}`]));

/** Background by id. */
export const CALENDAR_COLORS = numbered(
  'ac725e d06b64 f83a22 fa573c ff7537 ffad46 42d692 16a765 7bd148 b3dc6c fbe983 fad165 ' +
    '92e1c0 9fe1e7 9fc6e7 4986e7 9a9cff b99aff c2c2c2 cabdbf cca6ac f691b2 cd74e6 a47ae2',
);
export const EVENT_COLORS = numbered('a4bdfc 7ae7bf dbadff ff887c fbd75b ffb878 46d6db e1e1e1 5484ed 51b749 dc2127');

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** The id whose background is nearest to an `#rrggbb` colour. */
export function nearestCalendarColor(color: string): string {
  const wanted = channels(color);
  const distance = (other: string) =>
    channels(other).reduce((sum, value, index) => sum + (value - (wanted[index] ?? 0)) ** 2, 0);
  const [first] = Object.entries(CALENDAR_COLORS).sort(([, a], [, b]) => distance(a) - distance(b));
  return first?.[0] ?? '1';
}
