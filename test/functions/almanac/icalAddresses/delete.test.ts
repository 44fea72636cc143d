import { expect, test } from '@jest/globals';
import { calendarPath, share, sweepCalendar } from '#test/support/calendar/calendar';
import { icalAddresses } from '#test/support/calendar/ical-address';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

test('almanac.icalAddresses.delete takes the secret address away, for owners; twice is no error', async () => {
  const { bob, S } = given;
  const { makeSecret, manage, fetch } = icalAddresses(given);
  const url = await makeSecret(S);
  await share(given, S, bob, 'writer');

  expect((await manage('DELETE', S, bob)).status).toBe(403);
  expect((await fetch(url)).status).toBe(200);
  expect((await manage('DELETE', S)).status).toBe(204);
  expect((await fetch(url)).status).toBe(404);
  expect((await manage('DELETE', S)).status).toBe(204);
  expect((await manage('GET', S)).body).not.toHaveProperty('secretCreated');
});

test('an address ends with its calendar', async () => {
  const { ask, clock, S } = given;
  const { makeSecret, fetch } = icalAddresses(given);
  const url = await makeSecret(S);

  await ask('DELETE', calendarPath(S));

  expect((await fetch(url)).status).toBe(404);
  await sweepCalendar(S, clock);
  expect((await fetch(url)).status).toBe(404);
});
