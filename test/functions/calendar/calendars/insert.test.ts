import { describe, expect, test } from '@jest/globals';
import { calendarPath, refusal } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const insert = (body: object) => given.ask<{ id: string; etag: string }>('POST', '/calendars', { body });

describe('calendar.calendars.insert', () => {
  test('CAL-07 200 with an id of its own; the maker owns it and finds it on the list', async () => {
    const { ask, alice } = given;

    const { status, body } = await insert({ id: 'mine', summary: 'Team' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'calendar#calendar', summary: 'Team', timeZone: 'UTC', dataOwner: alice });
    expect(body.id).toMatch(/^c_[0-9a-f]{64}@group\.calendar\.google\.com$/);
    const list = await ask<{ items: unknown[] }>('GET', '/users/me/calendarList');
    expect(list.body.items).toContainEqual(
      expect.objectContaining({
        id: body.id,
        summary: 'Team',
        accessRole: 'owner',
        dataOwner: alice,
        selected: true,
        defaultReminders: [],
      }),
    );
  });

  test('200 keeps everything that was given', async () => {
    const { body } = await insert({
      summary: 'Team',
      description: 'What we do',
      location: 'Bern',
      timeZone: 'Europe/Zurich',
    });

    expect((await given.ask('GET', calendarPath(body.id))).body).toEqual(body);
    expect(body).toMatchObject({
      description: 'What we do',
      location: 'Bern',
      timeZone: 'Europe/Zurich',
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    });
  });

  test('CAL-08 400 required without a title', async () => {
    expect(refusal(await insert({}))).toEqual({ status: 400, reason: 'required', domain: 'global' });
    expect(refusal(await insert({ summary: '' }))).toMatchObject({ status: 400, reason: 'required' });
  });

  test('400 for an unknown zone', async () => {
    expect(refusal(await insert({ summary: 'Team', timeZone: 'Mars/Base' }))).toEqual({
      status: 400,
      reason: 'invalid',
      domain: 'global',
    });
  });
});
