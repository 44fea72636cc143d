import { randomBytes } from 'node:crypto';
import type { Ids } from '#lib/api/context';
import { base32Hex } from '#lib/api/text/base32-hex';
import { systemClock } from './clock.ts';

const TIME_DIGITS = 9;
const RANDOM_DIGITS = 17;

/** Milliseconds in 9 digits, which last until the year 3084: ids sort by creation. */
const timeDigits = (): string => systemClock.now().getTime().toString(32).padStart(TIME_DIGITS, '0');
const randomDigits = (): string => base32Hex(randomBytes(RANDOM_DIGITS));

export const randomIds: Ids = {
  next: () => timeDigits() + randomDigits(),
  hex: (characters) =>
    randomBytes(Math.ceil(characters / 2))
      .toString('hex')
      .slice(0, characters),
};
