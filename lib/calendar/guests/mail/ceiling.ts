/**
 * How many letters a user causes on a day (UTC). A letter to a stranger counts for several: somebody who neither has a
 * calendar here nor shares the sender's domain. Letters that go beyond the ceiling are not sent.
 */
import { hash } from 'node:crypto';
import { domainOf } from '#lib/api/text/address';
import type { Posting } from './posting.ts';

const STRANGER_UNITS = 5;
const DAY_MINUTES = 24 * 60;

/** What is counted: who gets which letter. */
export interface CountedLetter {
  readonly id: string;
  readonly to: string;
  /** Absent in a reminder. */
  readonly method?: string | undefined;
}

/** An answer goes to somebody who has asked for it. */
const isAnswer = ({ method }: CountedLetter): boolean => method === 'REPLY';

async function unitsOf(planned: readonly CountedLetter[], by: string, { stores }: Posting): Promise<number[]> {
  const outside = planned.filter((letter) => !isAnswer(letter) && domainOf(letter.to) !== domainOf(by));
  const addresses = [...new Set(outside.map(({ to }) => to))];
  const views = addresses.length === 0 ? [] : await stores.calendars.viewAll(addresses, undefined, []);
  const strangers = new Set(addresses.filter((_, index) => views[index]?.calendar === undefined));
  return planned.map((letter) => (outside.includes(letter) && strangers.has(letter.to) ? STRANGER_UNITS : 1));
}

/** Ids of the letters that are beyond the ceiling of whoever made the change: those to strangers first. */
export async function lettersOverCeiling(
  planned: readonly CountedLetter[],
  by: string,
  posting: Posting,
): Promise<string[]> {
  const { quota, lettersPerDay, clock } = posting;
  if (lettersPerDay === 0 || planned.length === 0) return [];
  const units = await unitsOf(planned, by, posting);
  const priced = planned
    .map(({ id }, index) => ({ id, units: units[index] ?? 1 }))
    .toSorted((a, b) => a.units - b.units);
  const day = Math.floor(clock.now().getTime() / (DAY_MINUTES * 60_000));
  let left = await quota.lease({
    bucket: `letters#${hash('sha256', by, 'base64url')}`,
    minute: day * DAY_MINUTES,
    minutes: DAY_MINUTES,
    ceiling: lettersPerDay,
    units: units.reduce((sum, one) => sum + one, 0),
  });
  return priced.flatMap((letter) => {
    left -= letter.units;
    return left < 0 ? [letter.id] : [];
  });
}
