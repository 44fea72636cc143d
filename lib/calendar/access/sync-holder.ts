import type { Caller } from '#lib/api/context';
import type { OpenCalendar } from './permissions.ts';

/**
 * Whose sync of a calendar's events or rules it is. Another role, or the same one given anew, may show other things,
 * and asks for a full sync.
 */
export const holderOf = ({ calendar, role, detailLevel, rules }: OpenCalendar, { email = '' }: Caller): string => {
  const givenAtMs = Math.max(...rules.filter((rule) => rule.role === role).map(({ updatedAtMs }) => updatedAtMs));
  return [email, calendar.id, detailLevel, String(givenAtMs)].join(' ');
};
