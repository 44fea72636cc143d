import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addEvent,
  calendarFixture,
  eventsPath,
  hourFrom,
  TestClock,
  type AnsweredEvent,
  type CalendarFixture,
} from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { inviting, signUp } from '#test/support/calendar/guests';
import { eventually } from '#test/support/eventually';
import { newFolder } from '#test/support/run/folders/new-folder';
import { streamProcess, type StreamProcess } from '#test/support/streams/stream-process';

const MEETINGS = 20;
/** Of changes, one for each meeting: together several times what the stream hands over at once. */
const ROUNDS = 12;
/**
 * The consumer is killed after so many writes since it was started: with the meetings in some of the guests' calendars,
 * and twice with changes that some copies have and others have not. Two copies of each meeting are the least that it
 * writes until then.
 */
const LAST_WRITES = { ofMeetings: 7, ofChanges: 2 * MEETINGS + 5, ofMoreChanges: 25 };

const folder = newFolder();
let given: CalendarFixture;
let propagator: StreamProcess;

beforeAll(async () => {
  const table = await newCalendarTable();
  propagator = streamProcess('test/support/streams/propagator.ts', table, folder);
  given = await calendarFixture({}, table.name, new TestClock(new Date()));
  await signUp(given, given.bob, given.carol);
});
afterAll(() => propagator.kill());

/** What all copies share. */
async function calendarOf(who: string): Promise<unknown[]> {
  const { body } = await given.ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath()}?maxResults=2500&timeZone=UTC`, {
    as: who,
  });
  return body.items
    .map(({ id, iCalUID, status, summary, start, end, sequence, attendees }) => ({
      id,
      iCalUID,
      status,
      summary,
      start: start.dateTime,
      end: end.dateTime,
      sequence,
      attendees: attendees.map(({ email, responseStatus, comment }) => ({ email, responseStatus, comment })),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

test('changes by the organizer and the guests while the consumer is killed between writes: in the end all copies are alike', async () => {
  const { alice, bob, carol } = given;
  await propagator.start({ lastWrite: LAST_WRITES.ofMeetings });
  const meetings = await Promise.all(
    Array.from({ length: MEETINGS }, (_, index) =>
      addEvent(given, {
        summary: `Meeting ${String(index)}`,
        ...hourFrom('2026-03-10T09:00:00Z'),
        ...inviting(bob, carol),
      }),
    ),
  );
  await propagator.killed();
  await propagator.start({ lastWrite: LAST_WRITES.ofChanges });
  await eventually(
    async () => (await calendarOf(bob)).length === MEETINGS && (await calendarOf(carol)).length === MEETINGS,
  );
  const answers = ['accepted', 'declined', 'tentative'];

  for (let round = 0; round < ROUNDS; round += 1) {
    if (round === 4 || round === 8) {
      await propagator.killed();
      await propagator.start(round === 4 ? { lastWrite: LAST_WRITES.ofMoreChanges } : {});
    }
    const answered = await Promise.all(
      meetings.map(({ id }, index) => {
        const who = [alice, bob, alice, carol][(round + index) % 4] ?? alice;
        const body =
          who === alice
            ? {
                summary: `Meeting ${String(index)}, round ${String(round)}`,
                ...hourFrom(`2026-03-${String(10 + (round % 15))}T09:00:00Z`),
              }
            : {
                attendeesOmitted: true,
                attendees: [{ email: who, responseStatus: answers[round % 3], comment: `Round ${String(round)}` }],
              };
        return given.ask('PATCH', eventsPath('primary', id), { as: who, body });
      }),
    );
    expect(answered.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  }

  const areAlike = async (): Promise<boolean> => {
    const [leading, ...copies] = (await Promise.all([alice, bob, carol].map(calendarOf))).map((events) =>
      JSON.stringify(events),
    );
    return copies.every((copy) => copy === leading);
  };
  await eventually(areAlike);

  const [leading, copyOfBob, copyOfCarol] = await Promise.all([alice, bob, carol].map(calendarOf));
  expect(leading).toHaveLength(MEETINGS);
  expect([copyOfBob, copyOfCarol]).toEqual([leading, leading]);
  // The last word of each guest is what everybody reads.
  expect(JSON.stringify(leading)).toContain(`Round ${String(ROUNDS - 1)}`);
});
