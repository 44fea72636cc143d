import { describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { rulePath, share } from '#test/support/calendar/calendar';
import { icalAddresses } from '#test/support/calendar/ical-address';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

describe('almanac.icalAddresses.insert', () => {
  test('answers an address that nobody can guess, and keeps only its hash', async () => {
    const { S } = given;
    const { makeSecret, fetch } = icalAddresses(given);

    const url = await makeSecret(S);

    const secret = /\/private-([\w-]{43})\/basic\.ics$/.exec(url)?.[1] ?? '';
    expect(secret).not.toBe('');
    expect((await fetch(url)).status).toBe(200);
    const range = { pk: S, by: 'sk', from: ' ', to: '~' } as const;
    expect(JSON.stringify(await queryAll(documents, config.calendarTable, range))).not.toContain(secret);
  });

  test('a second address is worth something, and the first nothing any more', async () => {
    const { makeSecret, fetch } = icalAddresses(given);
    const first = await makeSecret(given.S);

    const second = await makeSecret(given.S);

    expect(await Promise.all([first, second].map(async (url) => (await fetch(url)).status))).toEqual([404, 200]);
  });

  test('is for owners, and not for tokens that can only share or only read', async () => {
    const { bob, carol, S } = given;
    const { manage } = icalAddresses(given);
    await share(given, S, bob, 'writer');

    expect((await manage('POST', S, bob)).status).toBe(403);
    expect((await manage('POST', S, carol)).status).toBe(404);
    for (const scope of [SCOPE.acls, SCOPE.readonly, SCOPE.calendars, SCOPE.events])
      expect((await manage('POST', S, { as: given.alice, scopes: [scope] })).status).toBe(403);
  });

  test('an address goes with the rights of the owner who made it', async () => {
    const { ask, bob, S } = given;
    const { manage, fetch } = icalAddresses(given);
    await share(given, S, bob, 'owner');
    const url = String((await manage('POST', S, bob)).body.secretUrl);

    await ask('PATCH', rulePath(S, `user:${bob}`), { body: { role: 'writer' } });

    expect((await fetch(url)).status).toBe(404);
  });
});
