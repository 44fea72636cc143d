import { describe, expect, test } from '@jest/globals';
import { listPath, refusal } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const patch = (body: object, query = '', headers = {}) =>
  given.ask('PATCH', `${listPath(given.S)}${query}`, { body, headers });
const refused = async (body: object, query = '') => refusal(await patch(body, query));
const reminders = (count: number, minutes = 10) => Array.from({ length: count }, () => ({ method: 'popup', minutes }));

describe('calendar.calendarList.patch', () => {
  test('200: what is sent changes, the rest stays, null goes back to the default', async () => {
    await patch({ summaryOverride: 'Mine', colorId: '7', defaultReminders: reminders(2) });

    const { status, body } = await patch({ colorId: null, selected: false });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      summary: 'S',
      summaryOverride: 'Mine',
      colorId: '15',
      defaultReminders: reminders(2),
    });
    expect(body).not.toHaveProperty('selected');
    expect((await given.ask('GET', listPath(given.S))).body).toEqual(body);
    expect((await patch({ summaryOverride: '', defaultReminders: null })).body).toMatchObject({ defaultReminders: [] });
    expect((await patch({ summaryOverride: null })).body).not.toHaveProperty('summaryOverride');
  });

  test('CAL-15 a colour as such counts only when it is announced, and then brings the nearest of the palette', async () => {
    const before = await given.ask('GET', listPath(given.S));

    expect((await patch({ backgroundColor: '#123456' })).body).toEqual(before.body);

    expect((await patch({ backgroundColor: '#123456' }, '?colorRgbFormat=true')).body).toMatchObject({
      backgroundColor: '#123456',
      colorId: '8',
    });
    expect((await patch({ colorId: '1' })).body).toMatchObject({ backgroundColor: '#ac725e', colorId: '1' });
  });

  test('a foreground of its own stays until the palette is chosen again', async () => {
    await patch({ backgroundColor: '#4986e6', foregroundColor: '#ffffff' }, '?colorRgbFormat=true');

    expect((await patch({ backgroundColor: '#4986e5' }, '?colorRgbFormat=true')).body).toMatchObject({
      foregroundColor: '#ffffff',
    });
    expect((await patch({ colorId: '1' }, '?colorRgbFormat=true')).body).toMatchObject({
      foregroundColor: '#000000',
      backgroundColor: '#ac725e',
    });
  });

  test('mail about changes can be chosen, and is absent when none is', async () => {
    const notifications = [{ type: 'agenda', method: 'email' }];

    expect((await patch({ notificationSettings: { notifications } })).body).toMatchObject({
      notificationSettings: { notifications },
    });
    expect((await patch({ notificationSettings: null })).body).not.toHaveProperty('notificationSettings');
  });

  test('nothing changes when everything is so already', async () => {
    const first = await patch({ colorId: '7' });
    given.clock.pass({ minutes: 5 });

    expect((await patch({ colorId: '7', hidden: false })).body).toEqual(first.body);
  });

  test('CAL-16 400 for a colour that the palette does not have', async () => {
    expect(await refused({ colorId: '25' })).toEqual({ status: 400, reason: 'invalid', domain: 'global' });
  });

  test('CAL-18 400 for more than five reminders', async () => {
    expect(
      refusal(await given.ask('PATCH', listPath('primary'), { body: { defaultReminders: reminders(6) } })),
    ).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test.each([
    ['a reminder too early', { defaultReminders: reminders(1, 40_321) }, ''],
    ['a reminder after the start', { defaultReminders: reminders(1, -1) }, ''],
    ['a reminder by an unknown way', { defaultReminders: [{ method: 'pigeon', minutes: 1 }] }, ''],
    ['a reminder without a time', { defaultReminders: [{ method: 'popup' }] }, ''],
    [
      'a notification by an unknown way',
      { notificationSettings: { notifications: [{ type: 'agenda', method: 'sms' }] } },
      '',
    ],
    [
      'a notification of an unknown kind',
      { notificationSettings: { notifications: [{ type: 'gossip', method: 'email' }] } },
      '',
    ],
    ['a background that is no colour', { backgroundColor: 'blue' }, '?colorRgbFormat=true'],
    ['a foreground that is no colour', { foregroundColor: '#12345' }, '?colorRgbFormat=true'],
  ])('400 for %s', async (_what, body, query) => {
    expect(await refused(body, query)).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('412 for a stale tag, 200 for the current one', async () => {
    const { body } = await patch({ colorId: '7' });

    expect((await patch({ colorId: '8' }, '', { 'if-match': '"1"' })).status).toBe(412);
    expect((await patch({ colorId: '8' }, '', { 'if-match': String(body['etag']) })).status).toBe(200);
  });

  test('404 for what is not on the list', async () => {
    const { ask, carol, S } = given;

    expect((await ask('PATCH', listPath(S), { as: carol, body: { colorId: '1' } })).status).toBe(404);
  });

  test('patches of different fields at once are all kept', async () => {
    const bodies = [
      { colorId: '2' },
      { hidden: true },
      { selected: false },
      { summaryOverride: 'Mine' },
      { defaultReminders: reminders(1) },
    ];

    const answers = await Promise.all(bodies.map((body) => patch(body)));

    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect((await given.ask('GET', listPath(given.S))).body).toMatchObject({
      colorId: '2',
      hidden: true,
      summaryOverride: 'Mine',
      defaultReminders: reminders(1),
    });
  });
});
