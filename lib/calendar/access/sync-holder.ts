import type { Caller } from '#lib/api/context';
import type { OpenCalendar } from './permissions.ts';

/**
 * Identifies whose sync of a calendar's events or rules it is. A different role, or the same role given again, may show
 * other things: the value differs then, and old tokens get a 410.
 */
export const holderOf = ({ calendar, role, detailLevel, rules }: OpenCalendar, { email = '' }: Caller): string => {
  const givenAtMs = Math.max(...rules.filter((rule) => rule.role === role).map(({ updatedAtMs }) => updatedAtMs));
  return [email, calendar.id, detailLevel, String(givenAtMs)].join(' ');
};
