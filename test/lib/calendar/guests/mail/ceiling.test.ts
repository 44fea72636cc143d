/** How many letters of a user are sent on a day, and which of them are left out. */
import { describe, expect, test } from '@jest/globals';
import { lettersOverCeiling, type CountedLetter } from '#lib/calendar/guests/mail/ceiling';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { sendAgain } from '#lib/calendar/guests/mail/send-once';
import { ALICE, BOB } from '#test/support/calendar/meetings';

const NOW = Date.parse('2026-03-02T23:59:59Z');
const DAY = 20_514;
const letter = (to: string, method?: string): CountedLetter => ({ id: `to ${to}`, to, method });
type Lease = Parameters<Posting['quota']['lease']>[0];

/** A stage on which so many units are left, and only these people have calendars. */
function posting(left: number, known: readonly string[] = [], lettersPerDay = 100) {
  const asked: Lease[] = [];
  const given = {
    stores: {
      calendars: {
        viewAll: (ids: readonly string[]) =>
          Promise.resolve(ids.map((id) => ({ calendar: known.includes(id) ? { id } : undefined }))),
      },
    },
    clock: { now: () => new Date(NOW) },
    lettersPerDay,
    quota: {
      lease: (lease: Lease) => {
        asked.push(lease);
        return Promise.resolve(left);
      },
    },
  };
  return { asked, posting: given as object as Posting };
}
async function over(letters: readonly CountedLetter[], left: number, known?: readonly string[]) {
  const { asked, posting: stage } = posting(left, known);
  return { ids: await lettersOverCeiling(letters, ALICE, stage), units: asked[0]?.units };
}

describe('the ceiling of letters', () => {
  test('is that of a user and a day in UTC', async () => {
    const { asked, posting: stage } = posting(5);
    await lettersOverCeiling([letter(BOB)], ALICE, stage);

    expect(asked).toEqual([
      {
        bucket: expect.stringMatching(/^letters#[\w-]{43}$/),
        minute: DAY * 1440,
        minutes: 1440,
        ceiling: 100,
        units: 1,
      },
    ]);
  });

  test('counts a letter to a stranger for five, one to colleagues, known people and in answer for one', async () => {
    const colleague = letter('dave@example.com', 'REQUEST');
    const stranger = letter('eve@elsewhere.test', 'REQUEST');
    const answer = letter('frank@elsewhere.test', 'REPLY');
    const known = letter('grace@elsewhere.test', 'REQUEST');

    expect((await over([colleague, stranger, answer, known], 100, [known.to])).units).toBe(8);
    expect((await over([stranger, stranger], 100)).units).toBe(10);
  });

  test('leaves out those to strangers first, and nothing where all fit', async () => {
    const letters = [letter('eve@elsewhere.test'), letter('dave@example.com'), letter(BOB)];

    expect((await over(letters, 7)).ids).toEqual([]);
    expect((await over(letters, 6)).ids).toEqual(['to eve@elsewhere.test']);
    expect((await over(letters, 1)).ids).toEqual([`to ${BOB}`, 'to eve@elsewhere.test']);
    expect((await over(letters, 0)).ids).toHaveLength(3);
  });

  test('of zero is none, and nothing is counted where there is nothing', async () => {
    const { asked, posting: unlimited } = posting(0, [], 0);
    expect(await lettersOverCeiling([letter(BOB)], ALICE, unlimited)).toEqual([]);
    expect(await lettersOverCeiling([], ALICE, posting(0).posting)).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('a letter that was set aside', () => {
  const message = { id: 'm', to: BOB, subject: 's', text: 't', html: 'h', date: new Date(NOW) };
  const kept = { calendarId: ALICE, eventId: 'e', message, reason: 'r', atMs: 1, hold: 'h1' };
  /** What was done with it, by a store that hands out a new hold, or none. */
  async function sending(heldUntilMs: number | undefined, outcome: object, hold: string | undefined = 'h2') {
    const done: unknown[] = [];
    const note =
      (name: string, answer?: unknown) =>
      (...given: unknown[]) => {
        done.push([name, ...given]);
        return Promise.resolve(answer);
      };
    const letters = { takeUp: note('takeUp', hold), markSent: note('markSent'), setAside: note('setAside', true) };
    const mailer = { isRepeatable: false, send: () => Promise.resolve(outcome) };
    const answer = await sendAgain(
      { ...kept, heldUntilMs } as object as Parameters<typeof sendAgain>[0],
      mailer as object as Parameters<typeof sendAgain>[1],
      { stores: { letters }, clock: { now: () => new Date(NOW) } } as object as Parameters<typeof sendAgain>[2],
    );
    return { answer, done };
  }
  const TAKEN = { kind: 'taken' };

  test.each([undefined, NOW, NOW - 1])('is sent again when it is held until %d', async (heldUntilMs) => {
    expect(await sending(heldUntilMs, TAKEN)).toEqual({
      answer: undefined,
      done: [
        ['takeUp', 'm', 'h1', NOW + 30_000],
        ['markSent', 'm'],
      ],
    });
  });

  test('is left to whoever is sending it', async () => {
    expect(await sending(NOW + 1, TAKEN)).toEqual({ answer: 'somebody else is sending it', done: [] });
    expect((await sending(undefined, TAKEN, '')).done).toHaveLength(2);
  });

  test.each([
    [{ kind: 'refused', reason: 'no', isPassing: true }, 'refused: no'],
    [{ kind: 'unclear', reason: 'lost' }, 'may have been sent: lost'],
  ])('is set aside again after %j', async (outcome, reason) => {
    const { answer, done } = await sending(undefined, outcome);

    expect(answer).toBe(reason);
    expect(done[1]).toEqual(['setAside', expect.objectContaining({ reason, atMs: NOW, eventId: 'e' }), 'h2']);
  });
});
