import { badRequest } from '#lib/api/errors';
import { any, boolean, dateTime, oneOf, resource } from '#lib/api/schema';
import type { ClockMove } from '#lib/local/control/model/control';
import { defineOperation, OPEN } from './operation.ts';

const Clock = resource('Clock', 'The time of the stack.', {
  now: dateTime('What time it is.'),
  mode: oneOf('How the clock runs.', {
    real: 'It is the clock of the machine.',
    shifted: 'It runs on from where it was set.',
    frozen: 'It stands still.',
  }),
});
const Move = resource('ClockMove', 'One of `set`, `advance` and `release`.', {
  set: dateTime('The moment to go to.'),
  frozen: boolean('With `set`: the clock stands still there.'),
  advance: any('How far to go forward: milliseconds, or an ISO 8601 duration such as `P1M`.'),
  release: boolean('True: back to the clock of the machine.'),
});

function moveOf({ set, frozen = false, advance, release }: MoveBody): ClockMove {
  const given = [set, advance, release].filter((value) => value !== undefined);
  if (given.length === 1) {
    if (set !== undefined) return { set, isFrozen: frozen };
    if (typeof advance === 'number' || typeof advance === 'string') return { advance };
    if (release === true) return { release };
  }
  throw badRequest('invalid', 'Give one of set, advance and release.');
}

interface MoveBody {
  readonly set?: string | undefined;
  readonly frozen?: boolean | undefined;
  readonly advance?: unknown;
  readonly release?: boolean | undefined;
}

const ON_CLOCK = { ...OPEN, path: {}, query: {}, returns: Clock } as const;

export const clockOperations = [
  defineOperation({
    ...ON_CLOCK,
    id: 'almanac.clock.get',
    summary: 'Tells the time of the stack.',
    route: 'GET /_almanac/clock',
    run: (_input, { stores }) => Promise.resolve(stores.clock()),
  }),
  defineOperation({
    ...ON_CLOCK,
    id: 'almanac.clock.move',
    summary: 'Sets, advances or releases the clock, and waits for what becomes due: expiry, schedules, messages.',
    route: 'POST /_almanac/clock',
    body: Move,
    run: ({ body }, { stores }) => stores.moveClock(moveOf(body)),
  }),
];
