import { describe, expect, test } from '@jest/globals';
import { calendarPath, refusal } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const update = (body: object, headers = {}) => given.ask('PUT', calendarPath(given.S), { body, headers });

describe('calendar.calendars.update', () => {
  test('200: what is left out goes back to its default', async () => {
    await update({ summary: 'S', description: 'First', location: 'Bern', timeZone: 'Asia/Tokyo' });

    const { status, body } = await update({ summary: 'T' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: 'T', timeZone: 'UTC' });
    expect(body).not.toHaveProperty('description');
    expect(body).not.toHaveProperty('location');
  });

  test('200 ignores what only the service sets', async () => {
    const { bob, S } = given;

    expect(
      (await update({ id: 'x', summary: 'T', dataOwner: bob, etag: '"1"', autoAcceptInvitations: true })).body,
    ).toMatchObject({ id: S, dataOwner: given.alice });
  });

  test('400 without a title', async () => {
    expect(refusal(await update({ description: 'x' }))).toMatchObject({ status: 400, reason: 'required' });
  });

  test('412 for a stale tag, 200 for the current one', async () => {
    const { body } = await update({ summary: 'T' });

    expect((await update({ summary: 'U' }, { 'if-match': '"stale"' })).status).toBe(412);
    expect((await update({ summary: 'U' }, { 'if-match': String(body['etag']) })).status).toBe(200);
  });
});
