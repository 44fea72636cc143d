import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { NEEDS } from '#lib/calendar/access/permissions';
import { ROLES, type Role } from '#lib/calendar/model/roles';
import { SCOPE } from '#lib/calendar/scopes';
import type { Answer, ErrorBody } from '#test/support/ask';
import {
  addApiKey,
  calendarOperations,
  calendarPath,
  listPath,
  refusal,
  rulePath,
  share,
} from '#test/support/calendar/calendar';
import { icalAddresses } from '#test/support/calendar/ical-address';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const TIMES = { start: { dateTime: '2026-03-03T09:00:00Z' }, end: { dateTime: '2026-03-03T10:00:00Z' } };

const given = useCalendar();
/** Everything is tried on alice's calendar S by somebody with each of the roles. */
let people: Record<Role, string>;
let groupTag: string;
beforeAll(async () => {
  groupTag = someone('rule');
  const pairs = ROLES.map((role) => [role, someone(role.toLowerCase())] as const);
  people = Object.fromEntries(pairs) as Record<Role, string>;
  for (const [role, email] of pairs) if (role !== 'none') await share(given, given.S, email, role);
});

type Request = readonly [method: string, path: string, body?: object];

/** An event that alice has made on S for one attempt. */
async function anEvent(more: object = {}): Promise<string> {
  const { body } = await given.ask<{ id: string }>('POST', `${calendarPath(given.S)}/events`, {
    body: { summary: 'Secret plan', ...TIMES, ...more },
  });
  return `${calendarPath(given.S)}/events/${body.id}`;
}

const onList = async (email: string): Promise<string> => {
  await given.ask('POST', '/users/me/calendarList', { as: email, body: { id: given.S } });
  return listPath(given.S);
};

/** A rule about somebody who is nobody else in this test. */
async function aRule(): Promise<string> {
  await given.ask('POST', rulePath(given.S), { body: { role: 'reader', scope: { type: 'user', value: groupTag } } });
  return rulePath(given.S, `user:${groupTag}`);
}

const scope = () => ({ type: 'user', value: groupTag });
const channel = () => ({ id: randomUUID(), type: 'web_hook', address: 'https://example.com/hook' });
const events = () => `${calendarPath(given.S)}/events`;

/** How each operation is asked for; `email` is who asks. */
const REQUESTS: Readonly<Record<string, (email: string) => Promise<Request> | Request>> = {
  'acl.delete': async () => ['DELETE', await aRule()],
  'acl.get': async () => ['GET', await aRule()],
  'acl.insert': () => ['POST', rulePath(given.S), { role: 'reader', scope: scope() }],
  'acl.list': () => ['GET', rulePath(given.S)],
  'acl.patch': async () => ['PATCH', await aRule(), { role: 'writer' }],
  'acl.update': async () => ['PUT', await aRule(), { role: 'writer', scope: scope() }],
  'acl.watch': () => ['POST', `${rulePath(given.S)}/watch`, channel()],
  'calendarList.delete': async (email) => ['DELETE', await onList(email)],
  'calendarList.get': async (email) => ['GET', await onList(email)],
  'calendarList.insert': () => ['POST', '/users/me/calendarList', { id: given.S }],
  'calendarList.patch': async (email) => ['PATCH', await onList(email), { colorId: '3' }],
  'calendarList.update': async (email) => ['PUT', await onList(email), { colorId: '4' }],
  'calendars.get': () => ['GET', calendarPath(given.S)],
  'calendars.patch': () => ['PATCH', calendarPath(given.S), { description: 'changed' }],
  'calendars.update': () => ['PUT', calendarPath(given.S), { summary: 'S' }],
  'calendars.delete': () => ['DELETE', calendarPath(given.S)],
  'calendars.clear': () => ['POST', `${calendarPath(given.S)}/clear`],
  'events.delete': async () => ['DELETE', await anEvent()],
  'events.get': async () => ['GET', await anEvent()],
  'events.import': () => ['POST', `${events()}/import`, { iCalUID: someone('uid'), ...TIMES }],
  'events.insert': () => ['POST', events(), TIMES],
  'events.instances': async () => ['GET', `${await anEvent()}/instances`],
  'events.list': () => ['GET', events()],
  'events.move': async (email) => ['POST', `${await anEvent()}/move?destination=${encodeURIComponent(email)}`],
  'events.patch': async () => ['PATCH', await anEvent(), { summary: 'New' }],
  'events.quickAdd': () => ['POST', `${events()}/quickAdd?text=Lunch%20tomorrow%20at%203pm`],
  'events.update': async () => ['PUT', await anEvent(), { summary: 'New', ...TIMES }],
  'events.watch': () => ['POST', `${events()}/watch`, channel()],
};

function outcomeOf(answer: Pick<Answer, 'status' | 'text'>): string {
  const { status, text } = answer;
  if (status < 300) return 'yes';
  const { error } = JSON.parse(text) as ErrorBody;
  return `${String(status)} ${String(error.errors[0]?.['reason'])}`;
}

const attempt = async (operation: string, role: Role): Promise<string> => {
  const email = people[role];
  const [method, path, body] = (await REQUESTS[operation]?.(email)) ?? ['GET', '/nothing'];
  return outcomeOf(await given.ask(method, path, { as: email, ...(body !== undefined && { body }) }));
};

const READ = ['404 notFound', 'yes', 'yes', 'yes', 'yes', 'yes'];
const LEVEL = '403 requiredAccessLevel';
const WRITE_EVENTS = ['404 notFound', LEVEL, LEVEL, 'yes', 'yes', 'yes'];
const NO = '403 forbidden';
const READ_RULES = ['404 notFound', NO, NO, NO, 'yes', 'yes'];
const MANAGE = ['404 notFound', NO, NO, NO, NO, 'yes'];

/** What none, freeBusyReader, reader, writerWithoutPrivateAccess, writer and owner are answered. */
const MATRIX: Readonly<Record<string, readonly string[]>> = {
  'acl.delete': MANAGE,
  'acl.get': READ_RULES,
  'acl.insert': MANAGE,
  'acl.list': READ_RULES,
  'acl.patch': MANAGE,
  'acl.update': MANAGE,
  'acl.watch': READ_RULES,
  'calendarList.delete': READ,
  'calendarList.get': READ,
  'calendarList.insert': READ,
  'calendarList.patch': READ,
  'calendarList.update': READ,
  // Only a main calendar can be cleared, and only the data owner deletes: an owner by rule gets past the role.
  'calendars.clear': ['404 notFound', NO, NO, NO, NO, '400 invalid'],
  'calendars.delete': ['404 notFound', NO, NO, NO, NO, NO],
  'calendars.get': READ,
  'calendars.patch': MANAGE,
  'calendars.update': MANAGE,
  'events.delete': WRITE_EVENTS,
  'events.get': READ,
  'events.import': WRITE_EVENTS,
  'events.insert': WRITE_EVENTS,
  'events.instances': READ,
  'events.list': READ,
  'events.move': WRITE_EVENTS,
  'events.patch': WRITE_EVENTS,
  'events.quickAdd': WRITE_EVENTS,
  'events.update': WRITE_EVENTS,
  'events.watch': READ,
};

/** Operations of our own about calendars, by their permission. */
const OWN: Readonly<Record<string, readonly [method: string, row: readonly string[]]>> = {
  'icalAddresses.change': ['POST', MANAGE],
  'icalAddresses.get': ['GET', READ],
};

const servedIds = new Set(
  calendarOperations.filter(({ isPending }) => !isPending).map(({ id }) => id.replace('calendar.', '')),
);
const cells = Object.entries(MATRIX).flatMap(([operation, row]) =>
  servedIds.has(operation) ? ROLES.map((role, index) => ({ operation, role, outcome: row[index] ?? '' })) : [],
);

describe('roles and operations', () => {
  test('every operation with a rule has its row', () => {
    const rows = [...Object.keys(MATRIX), ...Object.keys(OWN), 'events.changePrivate', 'freebusy.query'];
    expect(rows.toSorted()).toEqual(Object.keys(NEEDS).toSorted());
  });

  test.each(Object.entries(OWN))('%s', async (_permission, [method, row]) => {
    const { manage } = icalAddresses(given);
    const answers = await Promise.all(ROLES.map((role) => manage(method, given.S, people[role])));
    expect(answers.map(outcomeOf)).toEqual(row);
  });

  test.each(cells)('$operation by $role: $outcome', async ({ operation, role, outcome }) => {
    expect(await attempt(operation, role)).toBe(outcome);
  });

  const changes = ['events.patch', 'events.update', 'events.delete'] as const;
  test.each(
    changes.flatMap((operation) =>
      ROLES.map((role, index) => ({
        operation,
        role,
        outcome: ['404 notFound', LEVEL, LEVEL, NO, 'yes', 'yes'][index] ?? '',
      })),
    ),
  )('$operation of a private event of somebody else by $role: $outcome', async ({ operation, role, outcome }) => {
    const path = await anEvent({ visibility: 'private' });
    const [method, body] = {
      'events.patch': ['PATCH', { summary: 'New' }],
      'events.update': ['PUT', { summary: 'New', ...TIMES }],
      'events.delete': ['DELETE', undefined],
    }[operation] as [string, object | undefined];

    const answer = await given.ask(method, path, { as: people[role], ...(body !== undefined && { body }) });

    expect(outcomeOf(answer)).toBe(outcome);
  });

  test.each(ROLES.map((role) => ({ role })))('freebusy.query by $role', async ({ role }) => {
    const body = { timeMin: '2026-03-02T00:00:00Z', timeMax: '2026-03-04T00:00:00Z', items: [{ id: given.S }] };

    const answer = await given.ask<{ calendars: Record<string, object> }>('POST', '/freeBusy', {
      as: people[role],
      body,
    });

    expect(answer.status).toBe(200);
    expect(answer.body.calendars[given.S]).toEqual(
      role === 'none' ? { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] } : { busy: expect.any(Array) },
    );
  });

  test.each([
    ['none', undefined, undefined],
    ['freeBusyReader', undefined, undefined],
    ['reader', 'Open', undefined],
    ['writerWithoutPrivateAccess', 'Open', undefined],
    ['writer', 'Open', 'Hidden'],
    ['owner', 'Open', 'Hidden'],
  ] as const)('what %s sees of an open and of a private event', async (role, open, hidden) => {
    const paths = [await anEvent({ summary: 'Open' }), await anEvent({ summary: 'Hidden', visibility: 'private' })];

    const seen = await Promise.all(paths.map((path) => given.ask('GET', path, { as: people[role] })));

    expect(seen.map(({ status, body }) => [status, body['summary']])).toEqual(
      role === 'none'
        ? [
            [404, undefined],
            [404, undefined],
          ]
        : [
            [200, open],
            [200, hidden],
          ],
    );
  });
});

describe('sharing', () => {
  interface Events {
    readonly items: readonly {
      readonly summary?: string;
      readonly visibility?: string;
      readonly recurrence?: unknown;
      readonly recurringEventId?: string;
    }[];
  }
  const fresh = useCalendar();
  const list = async (as: string): Promise<Events> =>
    (
      await fresh.ask<Events>(
        'GET',
        `${calendarPath(fresh.S)}/events?timeMin=2026-03-01T00:00:00Z&timeMax=2026-04-01T00:00:00Z`,
        { as },
      )
    ).body;

  test('CAL-102 a reader sees no details of a private event; somebody who may only see when it is taken sees none at all, of every instance', async () => {
    const { ask, bob, S } = fresh;
    const weekly = {
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      start: { ...TIMES.start, timeZone: 'UTC' },
      end: { ...TIMES.end, timeZone: 'UTC' },
    };
    await ask('POST', `${calendarPath(S)}/events`, { body: { summary: 'Private', visibility: 'private', ...TIMES } });
    await ask('POST', `${calendarPath(S)}/events`, { body: { summary: 'Weekly', ...weekly } });

    await share(fresh, S, bob, 'reader');
    expect((await list(bob)).items.map(({ summary, visibility }) => [summary, visibility]).toSorted()).toEqual(
      [
        [undefined, 'private'],
        ['Weekly', undefined],
      ].toSorted(),
    );

    await share(fresh, S, bob, 'freeBusyReader');
    const { items } = await list(bob);
    expect(items.map(({ summary, visibility }) => [summary, visibility])).toEqual(
      Array.from({ length: 4 }, () => [undefined, 'private']),
    );
    expect(items.filter(({ recurringEventId }) => recurringEventId !== undefined)).toHaveLength(3);
  });

  test('CAL-103 a reader may not write, and a stranger sees no calendar', async () => {
    const { ask, bob, carol, S } = fresh;
    await share(fresh, S, bob, 'reader');

    expect(refusal(await ask('POST', `${calendarPath(S)}/events`, { as: bob, body: TIMES }))).toEqual({
      status: 403,
      reason: 'requiredAccessLevel',
      domain: 'calendar',
    });
    expect(refusal(await ask('GET', calendarPath(S), { as: carol }))).toMatchObject({
      status: 404,
      reason: 'notFound',
    });
  });

  test('CAL-107 what everybody may read is open to a key alone; writing is not', async () => {
    const { ask, askAnonymously, alice, S } = fresh;
    const key = `?key=${await addApiKey()}`;
    await ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'default' } } });

    expect((await askAnonymously('GET', `${calendarPath(S)}/events${key}`)).status).toBe(200);
    expect((await askAnonymously('GET', `${calendarPath(alice)}/events${key}`)).status).toBe(404);
    expect(refusal(await askAnonymously('POST', `${calendarPath(S)}/events${key}`, { body: TIMES }))).toMatchObject({
      status: 401,
      reason: 'required',
    });
  });
});

describe('scopes that open only some calendars', () => {
  const read = async (as: string, calendarId: string, scopes: readonly string[], clientId?: string) => {
    const answer = await given.ask('GET', `${calendarPath(calendarId)}/events`, {
      as,
      scopes,
      ...(clientId !== undefined && { clientId }),
    });
    return answer.status < 300 ? 'yes' : `${String(answer.status)} ${String(refusal(answer)['reason'])}`;
  };

  test('calendar.events.owned: those where the caller is an owner', async () => {
    const { S } = given;

    for (const owned of [SCOPE.eventsOwned, SCOPE.eventsOwnedReadonly]) {
      expect(await read(people.owner, S, [owned])).toBe('yes');
      expect(await read(people.writer, S, [owned])).toBe('403 insufficientPermissions');
      expect(await read(people.none, S, [owned])).toBe('404 notFound');
      expect(await read(people.writer, S, [owned, SCOPE.eventsReadonly])).toBe('yes');
      expect(await read(people.writer, S, [owned, SCOPE.aclsReadonly])).toBe('403 insufficientPermissions');
    }
  });

  test('calendar.events.owned lets nobody write where they are a writer', async () => {
    const { ask, S } = given;

    const answer = await ask('POST', `${calendarPath(S)}/events`, {
      as: people.writer,
      scopes: [SCOPE.eventsOwned],
      body: TIMES,
    });

    expect(refusal(answer)).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
  });

  test('calendar.events.public.readonly: those that everybody may read', async () => {
    const { ask, alice, S } = given;
    const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Public' } });
    await ask('POST', rulePath(body.id), { body: { role: 'reader', scope: { type: 'default' } } });
    const scopes = [SCOPE.eventsPublicReadonly];

    expect(await read(people.none, body.id, scopes)).toBe('yes');
    expect(await read(alice, S, scopes)).toBe('404 notFound');
    expect(await read(alice, S, [...scopes, SCOPE.readonly])).toBe('yes');
  });

  test("calendar.events.public.readonly: one's own primary calendar once everybody may read it", async () => {
    const { ask } = given;
    const as = someone();
    const scopes = [SCOPE.eventsPublicReadonly];

    expect(await read(as, as, scopes)).toBe('404 notFound');
    await ask('POST', rulePath(as), { as, body: { role: 'reader', scope: { type: 'default' } } });
    expect(await read(as, as, scopes)).toBe('yes');
  });

  test('calendar.app.created: those that the same client has made', async () => {
    const { ask, alice, S } = given;
    const scopes = [SCOPE.appCreated];
    const { body } = await ask<{ id: string }>('POST', '/calendars', {
      scopes,
      clientId: 'app',
      body: { summary: 'Of the app' },
    });

    expect(await read(alice, body.id, scopes, 'app')).toBe('yes');
    expect(await read(alice, body.id, scopes, 'other')).toBe('404 notFound');
    expect(await read(alice, body.id, scopes)).toBe('404 notFound');
    expect(await read(alice, S, scopes, 'app')).toBe('404 notFound');
    expect(await read(alice, S, [...scopes, SCOPE.eventsOwned], 'app')).toBe('yes');
  });

  test('calendar.events.freebusy: any calendar, but only when', async () => {
    const { ask, alice } = given;
    const path = await anEvent({ summary: 'Hidden' });

    const stripped = await ask('GET', path, { as: alice, scopes: [SCOPE.eventsFreeBusy] });
    const whole = await ask('GET', path, { as: alice, scopes: [SCOPE.eventsFreeBusy, SCOPE.eventsOwnedReadonly] });

    expect(stripped).toMatchObject({ status: 200, body: { visibility: 'private', start: expect.any(Object) } });
    expect(stripped.body).not.toHaveProperty('summary');
    expect(whole.body).toMatchObject({ summary: 'Hidden' });
  });
});
