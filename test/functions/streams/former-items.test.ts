/** Both functions of the stream, on items that versions before 0.3 wrote. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import { tellChannels } from '#lib/calendar/push/tell';
import { dynamoPropagationStores } from '#lib/stores/dynamodb/calendar/copies';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { documents } from '#lib/stores/dynamodb/client/client';
import { rewriteCalendarItem } from '#lib/stores/dynamodb/rewrite/calendar-items';
import { rewriteTable } from '#lib/stores/dynamodb/rewrite/rewrite-table';
import { addEvent, eventsPath, hourFrom, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { inviting, signUp } from '#test/support/calendar/guests';
import { watchEvents } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';
import { makeFormer } from '#test/support/database/former-forms';

const given = usePushPerTest();

async function settle(): Promise<void> {
  const stores = dynamoPropagationStores(documents, given.table, given.clock);
  const { clock, push } = given;
  const propagate = propagator({ stores, copiesPerDay: 0, clock, log: push.log, sendsMail: false });
  for (let Records = await given.records(); Records.length > 0; Records = await given.records()) {
    expect(await propagate({ Records })).toEqual({ batchItemFailures: [] });
    await tellChannels(Records.flatMap(readChange), given.push);
  }
}

const ofBob = async (eventId: string): Promise<AnsweredEvent> =>
  (await given.ask<AnsweredEvent>('GET', eventsPath('primary', eventId), { as: given.bob })).body;

let lunch: AnsweredEvent;
let series: AnsweredEvent;
beforeEach(async () => {
  await signUp(given, given.bob);
  lunch = await addEvent(given, { summary: 'Lunch', ...hourFrom('2026-03-10T11:00:00Z'), ...inviting(given.bob) });
  series = await addEvent(given, { ...TUESDAYS, ...inviting(given.bob) });
  const instance = `${series.id}_20260324T130000Z`;
  await given.ask('PATCH', eventsPath('primary', instance), { body: { summary: 'Moved' } });
  await settle();
  await given.watch(watchEvents(), { id: 'default' });
  await given.watch(`${watchEvents()}?eventTypes=birthday`, { id: 'birthdays' });
  await settle();
  given.receiver.received.length = 0;
});

describe('what an earlier version wrote', () => {
  test('reaches guests and channels when it changes, and nobody when it is only rewritten', async () => {
    await makeFormer(given.table);
    await settle();
    expect(given.heard()).toEqual([]);

    await given.ask('PATCH', eventsPath('primary', lunch.id), { body: { summary: 'Late lunch' } });
    await given.ask('PATCH', eventsPath('primary', `${series.id}_20260331T120000Z`), { body: { summary: 'Other' } });
    await settle();

    expect((await ofBob(lunch.id)).summary).toBe('Late lunch');
    expect((await ofBob(`${series.id}_20260331T120000Z`)).summary).toBe('Other');
    expect((await ofBob(`${series.id}_20260324T130000Z`)).summary).toBe('Moved');
    expect([...new Set(given.heard().map((message) => message.replace(/ \d+ /, ' ')))]).toEqual(['default exists']);

    given.receiver.received.length = 0;
    await makeFormer(given.table);
    await Array.fromAsync(rewriteTable(documents, given.table, rewriteCalendarItem));
    await settle();
    expect(given.heard()).toEqual([]);
    expect((await ofBob(lunch.id)).summary).toBe('Late lunch');
  });

  test('is told to channels with the type of its map', async () => {
    await given.records();
    await makeFormer(given.table);
    const [record] = (await given.records()).filter(({ dynamodb }) => dynamodb?.NewImage?.['event']?.M !== undefined);

    const changes = readChange({ ...record, dynamodb: { ...record?.dynamodb, OldImage: {} } });

    expect(changes).toEqual([expect.objectContaining({ kind: 'event', eventType: 'default' })]);
  });
});
