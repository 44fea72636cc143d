/** Whether a calendar as a file is still the same. */
import { hashTag } from '#lib/api/etag';
import type { OpenFeed } from './addresses.ts';

/** Changes when the form of the file does. */
const FORM = 1;

export const monthsBefore = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));

/** Costs no look at the events: they change with the calendar's counter, what is left out changes with the month. */
export function tagOfFeed({ open, context }: OpenFeed): string {
  const { calendar, detailLevel, user } = open;
  const month = monthsBefore(context.clock.now(), 0).toISOString();
  return hashTag([
    FORM,
    calendar.id,
    calendar.seq,
    calendar.version,
    detailLevel,
    context.caller.email ?? '',
    user?.settings ?? {},
    month,
  ]);
}
