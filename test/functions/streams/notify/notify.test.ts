import { describe, expect, test } from '@jest/globals';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { handler as notify } from '#functions/streams/notify';
import { calendar } from '#lib/runtime/calendar/serve';
import {
  addEvent,
  calendarFixture,
  calendarPath,
  eventsPath,
  hourFrom,
  listPath,
  rulePath,
  share,
  TUESDAYS,
  type AnsweredEvent,
} from '#test/support/calendar/calendar';
import { watchEvents, watchRules } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';
import { messages, startReceiver } from '#test/support/http/receiver';
import { someone } from '#test/support/people';
import { underRole } from '#test/support/run/under-role';

const handler = underRole('notify', notify);

const given = usePushPerTest();

const hour = hourFrom('2026-03-10T09:00:00Z');

describe('a channel', () => {
  test('CAL-109 is told first that it is open: state sync, number 1, its token, an empty body', async () => {
    const { body } = await given.watch(watchEvents(), { id: 'c', token: 'tenant=42' });

    await given.flow();

    expect(given.receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: '',
        headers: {
          'content-length': '0',
          'x-goog-channel-id': 'c',
          'x-goog-message-number': '1',
          'x-goog-resource-id': body.resourceId,
          'x-goog-resource-state': 'sync',
          'x-goog-resource-uri': body.resourceUri,
          'x-goog-channel-token': 'tenant=42',
          'x-goog-channel-expiration': new Date(Number(body.expiration)).toUTCString(),
        },
      },
    ]);
  });

  test('CAL-110 hears of an event that is made, changed and deleted', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();

    const { id } = await addEvent(given, { ...hour, summary: 'Tea' });
    await given.flow();
    await given.ask('PATCH', eventsPath('primary', id), { body: { summary: 'Coffee' } });
    await given.flow();
    await given.ask('DELETE', eventsPath('primary', id));
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists', 'c 4 exists']);
  });

  test('CAL-113 hears nothing after its end', async () => {
    await given.watch(watchEvents(), { id: 'c', params: { ttl: '2' } });
    await given.flow();
    given.clock.pass({ minutes: 2 / 60 });

    await addEvent(given, hour);
    await given.flow();
    await given.deliver();

    expect(given.heard()).toEqual(['c 1 sync']);
  });

  test('hears of a burst once', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();

    for (let count = 0; count < 5; count += 1) await addEvent(given, hour);
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('hears nothing of a write that changes nothing, and of another calendar', async () => {
    const { id, summary } = await addEvent(given, { ...hour, summary: 'Tea' });
    await given.flow();
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();

    await given.ask('PATCH', eventsPath('primary', id), { body: { summary } });
    await addEvent(given, hour, given.S);
    await given.ask('PATCH', calendarPath('primary'), { body: { summary: 'Mine' } });
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync']);
  });

  test('hears of the types that it asked for', async () => {
    await given.watch(`${watchEvents()}?eventTypes=focusTime`, { id: 'focus' });
    await given.watch(watchEvents(), { id: 'all' });
    await given.flow();

    await addEvent(given, hour);
    await given.flow();
    await addEvent(given, { ...hour, eventType: 'focusTime' });
    await given.flow();

    expect(given.heard().filter((message) => message.startsWith('focus'))).toEqual(['focus 1 sync', 'focus 2 exists']);
    expect(given.heard().filter((message) => message.startsWith('all'))).toEqual([
      'all 1 sync',
      'all 2 exists',
      'all 3 exists',
    ]);
  });

  test('hears of instances by the type of their series', async () => {
    const [plain, focus] = [
      await addEvent(given, TUESDAYS),
      await addEvent(given, { ...TUESDAYS, eventType: 'focusTime' }),
    ];
    await given.flow();
    await given.watch(`${watchEvents()}?eventTypes=focusTime`, { id: 'focus' });
    await given.watch(`${watchEvents()}?eventTypes=default`, { id: 'plain' });
    await given.flow();
    const change = async (series: AnsweredEvent, method: string, body?: object): Promise<void> => {
      await given.ask(method, eventsPath('primary', `${series.id}_20260324T130000Z`), {
        ...(body !== undefined && { body }),
      });
      await given.flow();
    };

    await change(plain, 'PATCH', { summary: 'Elsewhere' });
    await change(plain, 'DELETE');
    expect(given.heard().slice(2)).toEqual(['plain 2 exists', 'plain 3 exists']);
    await change(focus, 'DELETE');
    expect(given.heard().slice(4)).toEqual(['focus 2 exists']);
  });

  test("hears of its user's own reminders, not of those of others", async () => {
    await share(given, given.S, given.bob, 'writer');
    const { id } = await addEvent(given, hour, given.S);
    await given.flow();
    await given.watch(watchEvents(given.S), { id: 'alice' });
    await given.watch(watchEvents(given.S), { id: 'bob' }, { as: given.bob });
    await given.flow();

    await given.ask('PATCH', eventsPath(given.S, id), {
      as: given.bob,
      body: { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } },
    });
    await given.flow();

    expect(given.heard().toSorted()).toEqual(['alice 1 sync', 'bob 1 sync', 'bob 2 exists']);
  });

  test('hears of a main calendar that is cleared', async () => {
    await addEvent(given, hour);
    await given.flow();
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();

    await given.ask('POST', `${calendarPath('primary')}/clear`);
    await given.flow();

    expect(given.heard().slice(0, 2)).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('on rules hears of rules that are given, changed and taken away', async () => {
    await given.watch(watchRules(given.S), { id: 'c' });
    await given.flow();

    await share(given, given.S, given.bob, 'reader');
    await given.flow();
    await given.ask('PATCH', rulePath(given.S, `user:${given.bob}`), { body: { role: 'writer' } });
    await given.flow();
    await given.ask('DELETE', rulePath(given.S, `user:${given.bob}`));
    await given.flow();
    await addEvent(given, hour, given.S);
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists', 'c 4 exists']);
  });

  test("on the list hears of the user's own settings of a calendar, not of shared ones", async () => {
    await given.watch('/users/me/calendarList/watch', { id: 'c' });
    await given.flow();

    await given.ask('PATCH', calendarPath(given.S), { body: { summary: 'Shared' } });
    await given.flow();
    await given.ask('PATCH', listPath(given.S), { body: { summaryOverride: 'Mine' } });
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('on the list hears of calendars that come and go', async () => {
    await share(given, given.S, given.bob, 'reader');
    await given.ask('GET', '/users/me/calendarList', { as: given.bob });
    await given.flow();
    await given.watch('/users/me/calendarList/watch', { id: 'c' }, { as: given.bob });
    await given.flow();

    await given.ask('POST', '/users/me/calendarList', { as: given.bob, body: { id: given.S } });
    await given.flow();
    await given.ask('DELETE', listPath(given.S), { as: given.bob });
    await given.flow();
    await given.ask('POST', '/calendars', { as: given.bob, body: { summary: 'New' } });
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists', 'c 4 exists']);
  });

  test('on settings hears of values that change', async () => {
    const set = (value: string) =>
      given.stores.users.changeSetting(given.alice, 'weekStart', value, given.clock.now().getTime());
    await given.watch('/users/me/settings/watch', { id: 'c' });
    await given.flow();

    await set('1');
    await given.flow();
    await set('1');
    await given.ask('POST', '/calendars', { body: { summary: 'Another change of the same user' } });
    await given.flow();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('of each user has its own, and all on a calendar are told', async () => {
    await share(given, given.S, given.bob, 'reader');
    await given.flow();
    await given.watch(watchEvents(given.S), { id: 'alice' });
    await given.watch(watchEvents(given.S), { id: 'bob' }, { as: given.bob });
    await given.flow();

    await addEvent(given, hour, given.S);
    await given.flow();

    expect(given.heard().slice(2).toSorted()).toEqual(['alice 2 exists', 'bob 2 exists']);
  });
});

describe('the function', () => {
  const record = (keys: Record<string, string>, after: Record<string, AttributeValue>): DynamoDBRecord => ({
    dynamodb: {
      Keys: Object.fromEntries(Object.entries(keys).map(([name, S]) => [name, { S }])),
      NewImage: after,
      SequenceNumber: '1',
    },
  });

  test('tells the channels of its stage', async () => {
    const receiver = await startReceiver();
    const { ask } = await calendarFixture();
    const id = someone('channel').replace(/@.*/, '');
    await ask('POST', watchEvents(), {
      body: { id, type: 'web_hook', address: receiver.url, params: { ttl: '9999999' } },
    });
    // The fixture's clock stands in the past; the function's does not.
    const outbox = await calendar.stores.channels.find(id);
    if (outbox !== undefined)
      await calendar.stores.channels.replace({
        ...outbox,
        channel: { ...outbox.channel, expiresAtMs: Date.now() + 60_000 },
      });

    const response = await handler({
      Records: [record({ pk: 'OUTBOX#0', sk: `C#${id}` }, { openedAtMs: { N: '1' } })],
    });

    expect(response).toEqual({ batchItemFailures: [] });
    expect(messages(receiver.received)).toEqual([`${id} 1 sync`]);
    await receiver.stop();
  });

  test('passes over what nobody watches', async () => {
    const records: DynamoDBRecord[] = [
      record({ pk: 'KEYS#calendar', sk: 'x' }, {}),
      record({ pk: 'QUOTA#u', sk: '1' }, {}),
      record({ pk: 'JOBS', sk: 'clear#x#' }, {}),
      record({ pk: 'CH#events#x', sk: 'C#x' }, {}),
      { dynamodb: { Keys: { pk: { S: 'a' }, sk: { S: 'E#1' } } } },
      {},
    ];

    expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
  });
});
