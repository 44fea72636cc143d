import { describe, expect, test } from '@jest/globals';
import { listPath, refusal } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const update = (body: object, query = '', headers = {}) =>
  given.ask('PUT', `${listPath(given.S)}${query}`, { body, headers });

describe('calendar.calendarList.update', () => {
  test('200: what is left out goes back to its default', async () => {
    await update({
      summaryOverride: 'Mine',
      colorId: '7',
      hidden: true,
      selected: true,
      defaultReminders: [{ method: 'popup', minutes: 10 }],
      notificationSettings: { notifications: [{ type: 'agenda', method: 'email' }] },
    });

    const { status, body } = await update({ colorId: '8' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ colorId: '8', defaultReminders: [] });
    for (const absent of ['summaryOverride', 'hidden', 'selected', 'notificationSettings'])
      expect(body).not.toHaveProperty(absent);
  });

  test('200: a colour as such counts only when it is announced', async () => {
    expect((await update({ backgroundColor: '#4986e6' })).body).toMatchObject({
      colorId: '15',
      backgroundColor: '#9fc6e7',
    });
    expect((await update({ backgroundColor: '#4986e6' }, '?colorRgbFormat=true')).body).toMatchObject({
      colorId: '16',
      backgroundColor: '#4986e6',
    });
    expect((await update({}, '?colorRgbFormat=true')).body).toMatchObject({
      colorId: '15',
      backgroundColor: '#9fc6e7',
    });
  });

  test('200: an entry that was read can be written back as it is', async () => {
    const { body } = await given.ask('GET', listPath('primary'));

    expect((await given.ask('PUT', listPath('primary'), { body })).body).toEqual(body);
  });

  test('400 for a colour that the palette does not have', async () => {
    expect(refusal(await update({ colorId: '0' }))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('412 for a stale tag', async () => {
    expect((await update({ colorId: '1' }, '', { 'if-match': '"1"' })).status).toBe(412);
  });
});
