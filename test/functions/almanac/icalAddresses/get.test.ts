import { expect, test } from '@jest/globals';
import { calendarPath, rulePath, share } from '#test/support/calendar/calendar';
import { icalAddresses } from '#test/support/calendar/ical-address';
import { useCalendar } from '#test/support/calendar/use-calendar';

const given = useCalendar();

test('almanac.icalAddresses.get tells owners both addresses, readers the public one, and nobody the secret', async () => {
  const { ask, alice, bob, carol, S } = given;
  const { manage } = icalAddresses(given);
  const publicUrl = `https://almanac.test/calendar/ical/${encodeURIComponent(S)}/public/basic.ics`;

  const before = await manage('GET', S);
  await manage('POST', S);
  await share(given, S, bob, 'reader');
  await ask('POST', rulePath(S), { body: { role: 'freeBusyReader', scope: { type: 'default' } } });

  expect(before.body).toEqual({ kind: 'almanac#icalAddress', calendarId: S, publicUrl, publicRole: 'none' });
  expect((await manage('GET', S)).body).toEqual({
    kind: 'almanac#icalAddress',
    calendarId: S,
    publicUrl,
    publicRole: 'freeBusyReader',
    secretCreated: '2026-03-02T08:00:00.000Z',
    secretCreator: alice,
  });
  expect((await manage('GET', S, bob)).body).toEqual({ ...before.body, publicRole: 'freeBusyReader' });
  expect((await manage('GET', 'primary')).body).toMatchObject({ calendarId: alice });
  expect((await manage('GET', alice, carol)).status).toBe(404);
  expect(JSON.stringify((await ask('GET', calendarPath(S))).body)).not.toContain('secret');
});

test("almanac.icalAddresses.get tells what everybody sees of one's own primary calendar", async () => {
  const { ask } = given;
  const { manage } = icalAddresses(given);

  expect((await manage('GET', 'primary')).body).toMatchObject({ publicRole: 'none' });
  await ask('POST', rulePath('primary'), { body: { role: 'reader', scope: { type: 'default' } } });

  expect((await manage('GET', 'primary')).body).toMatchObject({ publicRole: 'reader' });
});
