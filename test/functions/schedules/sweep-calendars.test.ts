import { describe, expect, test } from '@jest/globals';
import { handler as sweep } from '#functions/schedules/sweep-calendars';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { addEvent, calendarFixture, calendarPath, hourFrom } from '#test/support/calendar/calendar';
import { underRole } from '#test/support/run/under-role';

const handler = underRole('sweepCalendars', sweep);

const itemsOf = async (pk: string): Promise<unknown[]> =>
  (await queryAll(documents, config.calendarTable, { pk, by: 'sk', from: ' ', to: '~' })).map((item) => item['sk']);

describe('sweepCalendars', () => {
  test('leaves nothing of a deleted calendar but the mark that its id is taken, however often it runs', async () => {
    const given = await calendarFixture();
    const { ask, S } = given;
    for (const id of ['first', 'other']) await addEvent(given, { id, ...hourFrom('2026-03-03T09:00:00Z') }, S);
    await ask('DELETE', calendarPath(S));
    expect((await itemsOf(S)).length).toBeGreaterThan(1);

    await Promise.all([handler(), handler({}, { getRemainingTimeInMillis: () => 30_000 })]);
    await handler();

    expect(await itemsOf(S)).toEqual(['META']);
    expect((await ask('GET', calendarPath(S))).status).toBe(404);
  });
});
