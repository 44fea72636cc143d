/** The result of a date phrase, and the current day that it is relative to. */
import { DAY, type Instant } from '#lib/calendar/time/civil';
import { wallAt } from '#lib/calendar/time/zone';

export interface DatePhrase {
  readonly day: number;
  /** The last day of a range. */
  readonly lastDay?: number | undefined;
  /** `in 2 hours` is also a time: milliseconds since midnight. */
  readonly time?: number | undefined;
  /** A weekday is in the future: if its time has passed today, it is a week later. */
  readonly isWeekday?: boolean | undefined;
  /** `Mon-Fri`: with a time of day, every week. */
  readonly isWorkWeek?: boolean | undefined;
  /** `this weekend` is two days, or with a time of day one of them. */
  readonly isWeekend?: boolean | undefined;
}

export interface Now {
  readonly now: Instant;
  readonly timeZone: string;
  /** The user's setting: `DMY` reads 12/5 as the twelfth of May. */
  readonly dateFieldOrder: 'MDY' | 'DMY' | 'YMD';
}

export const today = ({ now, timeZone }: Now): number => Math.floor(wallAt(timeZone, now) / DAY);
