/**
 * Tokens are not secret: whoever reads this can seal any. They hold a place, never a right, and a wrong place is
 * refused.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openToken, sealToken } from '#lib/api/token';
import { markOfList } from '#lib/calendar/tokens/page-token';
import { addEvent, eventsPath, hourFrom, refusal, rulePath, share, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const given = useCalendar();
let seriesId: string;

beforeAll(async () => {
  await share(given, given.S, given.bob, 'writer');
  await addEvent(given, { summary: 'first', ...hourFrom('2026-03-10T09:00:00Z') }, given.S);
  await addEvent(given, { summary: 'second', ...hourFrom('2026-03-11T09:00:00Z') }, given.S);
  seriesId = (await addEvent(given, TUESDAYS, given.S)).id;
});

const LISTS: Readonly<Record<string, () => string>> = {
  'acl.list': () => `${rulePath(given.S)}?`,
  'calendarList.list': () => '/users/me/calendarList?',
  'settings.list': () => '/users/me/settings?',
  'events.list': () => `${eventsPath(given.S)}?`,
  'events.list by start': () => `${eventsPath(given.S)}?singleEvents=true&orderBy=startTime&`,
  'events.list by change': () => `${eventsPath(given.S)}?orderBy=updated&`,
  'events.instances': () => `${eventsPath(given.S, seriesId)}/instances?`,
};

interface State {
  readonly for: string;
  readonly after: unknown;
  readonly seq: unknown;
}

const KEY = { pk: 'U#somebody@example.com', sk: 'META' };
const PLACES: readonly unknown[] = [
  '',
  '{',
  'null',
  '[]',
  '{}',
  '5',
  '[1]',
  '[1,2]',
  '["a","b"]',
  '["a"]',
  '[null]',
  `["${'x'.repeat(4000)}"]`,
  '[1e308,"a"]',
  '[-1,"a",1]',
  '[1e400]',
  JSON.stringify(KEY),
  JSON.stringify({ ...KEY, changeKey: 'L#000000000001' }),
  JSON.stringify({ ...KEY, sk: 5 }),
  '{"__proto__":{"pk":"a"}}',
  5,
  null,
  {},
  ['a'],
  true,
];
const COUNTERS: readonly unknown[] = [-1, 0.5, '1', null, 1e300, {}];

async function tokenOf(list: string): Promise<State> {
  const { body } = await given.ask<{ nextPageToken?: string }>('GET', `${LISTS[list]?.() ?? ''}maxResults=1`);
  const state = openToken<State & object>('page', body.nextPageToken ?? '');
  if (state === undefined) throw new Error(`${list} gave no token.`);
  return state;
}

describe.each(Object.keys(LISTS))('%s', (list) => {
  test.each(PLACES)('with the place %j answers or refuses', async (after) => {
    const forged = sealToken('page', { ...(await tokenOf(list)), after });
    const { status, text } = await given.ask(
      'GET',
      `${LISTS[list]?.() ?? ''}maxResults=1&pageToken=${encodeURIComponent(forged)}`,
    );

    expect([200, 400]).toContain(status);
    expect(text).not.toContain('somebody@example.com');
  });

  test.each(COUNTERS)('with the counter %j answers or refuses', async (seq) => {
    const forged = sealToken('page', { ...(await tokenOf(list)), seq });

    expect([200, 400]).toContain(
      (await given.ask('GET', `${LISTS[list]?.() ?? ''}maxResults=1&pageToken=${encodeURIComponent(forged)}`)).status,
    );
  });

  test('a token of another list is refused', async () => {
    for (const other of Object.keys(LISTS).filter((name) => name !== list)) {
      const { body } = await given.ask<{ nextPageToken: string }>('GET', `${LISTS[other]?.() ?? ''}maxResults=1`);
      const answer = await given.ask(
        'GET',
        `${LISTS[list]?.() ?? ''}maxResults=1&pageToken=${encodeURIComponent(body.nextPageToken)}`,
      );

      expect(refusal(answer)).toMatchObject({ status: 400, reason: 'invalid', location: 'pageToken' });
    }
  });
});

describe('a token of somebody else opens nothing', () => {
  test.each(['acl.list', 'events.list', 'events.list by start', 'events.instances'])('%s', async (list) => {
    const { body } = await given.ask<{ nextPageToken: string }>('GET', `${LISTS[list]?.() ?? ''}maxResults=1`);

    expect(
      (
        await given.ask(
          'GET',
          `${LISTS[list]?.() ?? ''}maxResults=1&pageToken=${encodeURIComponent(body.nextPageToken)}`,
          { as: given.carol },
        )
      ).status,
    ).toBeGreaterThanOrEqual(400);
  });

  test('nor does one that was sealed anew in the own name', async () => {
    const forged = sealToken('page', {
      ...(await tokenOf('events.list')),
      for: markOfList(`${given.carol} ${given.S}`, {}),
    });

    expect(
      (
        await given.ask('GET', `${eventsPath(given.S)}?maxResults=1&pageToken=${encodeURIComponent(forged)}`, {
          as: given.carol,
        })
      ).status,
    ).toBe(404);
  });

  test('nor does a sync token whose owner has lost the calendar', async () => {
    const { body } = await given.ask<{ nextSyncToken: string }>('GET', eventsPath(given.S), { as: given.bob });
    await given.ask('DELETE', rulePath(given.S, `user:${given.bob}`));

    expect(
      (
        await given.ask('GET', `${eventsPath(given.S)}?syncToken=${encodeURIComponent(body.nextSyncToken)}`, {
          as: given.bob,
        })
      ).status,
    ).toBe(404);
  });
});

describe('a sync token that was sealed by its holder', () => {
  const collections = {
    acl: 'acl.list',
    calendarList: 'calendarList.list',
    settings: 'settings.list',
    events: 'events.list',
  } as const;

  test.each(
    Object.entries(collections).flatMap(([kind, list]) =>
      [-1, 0, 1e15, 2 ** 53, '5', null, 0.5].map((seq) => [kind, seq, list] as const),
    ),
  )('%s with the counter %j answers or refuses', async (kind, seq, list) => {
    const { body } = await given.ask<{ nextSyncToken: string }>('GET', LISTS[list]?.() ?? '');
    const state = openToken<{ readonly of: string }>(`sync:${kind}`, body.nextSyncToken);
    const forged = sealToken(`sync:${kind}`, {
      ...state,
      seq,
      with: { timeMin: 'x', eventTypes: [5], singleEvents: 'yes' },
    });

    expect([200, 400, 410]).toContain(
      (await given.ask('GET', `${LISTS[list]?.() ?? ''}syncToken=${encodeURIComponent(forged)}`)).status,
    );
  });
});
