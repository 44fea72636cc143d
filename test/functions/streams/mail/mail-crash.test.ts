import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dynamoLetters } from '#lib/stores/dynamodb/calendar/letters';
import { documents } from '#lib/stores/dynamodb/client/client';
import {
  calendarFixture,
  eventsPath,
  hourFrom,
  TestClock,
  type CalendarFixture,
} from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { inviting } from '#test/support/calendar/guests';
import { eventually } from '#test/support/eventually';
import { useSes } from '#test/support/http/ses';
import { newFolder } from '#test/support/run/folders/new-folder';
import { streamProcess, type StreamProcess } from '#test/support/streams/stream-process';

/** With their letters several batches of the stream. */
const EVENTS = 20;
const READERS = ['one', 'two', 'three', 'four'].map((name) => `${name}@elsewhere.example`);
const LETTERS = EVENTS * READERS.length;
/** How long whoever was killed still holds the letters of a change, and a little more. */
const LEASE_MS = 126_000;

const folder = newFolder();
const ses = useSes();
let given: CalendarFixture;
let sender: StreamProcess;
let listSetAside: ReturnType<typeof dynamoLetters>['listSetAside'];

beforeAll(async () => {
  const table = await newCalendarTable();
  given = await calendarFixture({}, table.name, new TestClock(new Date()));
  ({ listSetAside } = dynamoLetters(documents, table.name, { now: () => new Date() }));
  sender = streamProcess('test/support/streams/mailer.ts', table, folder, {
    MAIL_SENDER: 'almanac@calendar.example',
    AWS_ENDPOINT_URL_SESV2: ses.url,
  });
});
afterAll(() => sender.kill());

const idIn = (raw: Buffer): string => /^Message-ID: <([^@]+)@/m.exec(raw.toString('latin1'))?.[1] ?? '';
const arrived = (): string[] => ses.arrived.map(idIn);

test('a sender that is killed twice while letters are on their way sends none twice, and every one is either sent or set aside', async () => {
  /** Resolves when SES has taken so many more and then left at least one without an answer. */
  const stuckAfter = async (count: number): Promise<void> => {
    const before = ses.arrived.length;
    ses.answer(...Array.from({ length: count }, () => 'take' as const), 'hang');
    await eventually(() => ses.arrived.length > before + count);
  };
  const firstStop = stuckAfter(LETTERS / 6);
  await sender.start();
  for (let index = 0; index < EVENTS; index += 1)
    await given.ask('POST', `${eventsPath()}?sendUpdates=all`, {
      body: { summary: `No ${String(index)}`, ...hourFrom('2026-03-10T11:00:00Z'), ...inviting(...READERS) },
    });
  await firstStop;
  await sender.kill();

  const secondStop = stuckAfter(LETTERS / 4);
  await sender.start({ aheadMs: LEASE_MS });
  await secondStop;
  await sender.kill();

  ses.answer('take');
  await sender.start({ aheadMs: 2 * LEASE_MS });
  const setAside = async (): Promise<string[]> => (await listSetAside()).map(({ message }) => message.id);
  await eventually(async () => {
    const [sent, kept] = [new Set(arrived()), await setAside()];
    // SES has those that it never answered, but nobody was left to hear so.
    return new Set([...sent, ...kept]).size === LETTERS && kept.some((id) => sent.has(id));
  });

  expect(arrived()).toHaveLength(new Set(arrived()).size);
});
