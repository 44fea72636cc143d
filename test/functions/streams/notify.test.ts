import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { handler } from '#functions/streams/notify';
import { tellChannels } from '#lib/calendar/push/tell';
import { calendar } from '#lib/runtime/calendar';
import { readChange } from '#lib/stores/dynamodb/calendar/table-changes';
import { addEvent, calendarFixture, calendarPath, eventsPath, hourFrom, listPath, rulePath, share, TUESDAYS, type AnsweredEvent } from '#test/support/calendar';
import { pushFixture, type PushFixture } from '#test/support/push';
import { someone } from '#test/support/people';
import { hang, messages, startReceiver } from '#test/support/receiver';

let given: PushFixture;
beforeEach(async () => {
  given = await pushFixture();
});
afterEach(() => given.stop());

const hour = hourFrom('2026-03-10T09:00:00Z');
const watchEvents = (calendarId = 'primary') => `${eventsPath(calendarId)}/watch`;
const watchRules = () => `${rulePath(given.S)}/watch`;
const heard = (): string[] => messages(given.receiver.received);

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

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists', 'c 4 exists']);
  });

  test('CAL-113 hears nothing after its end', async () => {
    await given.watch(watchEvents(), { id: 'c', params: { ttl: '2' } });
    await given.flow();
    given.clock.pass({ minutes: 2 / 60 });

    await addEvent(given, hour);
    await given.flow();
    await given.deliver();

    expect(heard()).toEqual(['c 1 sync']);
  });

  test('hears of a burst once', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();

    for (let count = 0; count < 5; count += 1) await addEvent(given, hour);
    await given.flow();

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);
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

    expect(heard()).toEqual(['c 1 sync']);
  });

  test('hears of the types that it asked for', async () => {
    await given.watch(`${watchEvents()}?eventTypes=focusTime`, { id: 'focus' });
    await given.watch(watchEvents(), { id: 'all' });
    await given.flow();

    await addEvent(given, hour);
    await given.flow();
    await addEvent(given, { ...hour, eventType: 'focusTime' });
    await given.flow();

    expect(heard().filter((message) => message.startsWith('focus'))).toEqual(['focus 1 sync', 'focus 2 exists']);
    expect(heard().filter((message) => message.startsWith('all'))).toEqual(['all 1 sync', 'all 2 exists', 'all 3 exists']);
  });

  test('hears of instances by the type of their series', async () => {
    const [plain, focus] = [await addEvent(given, TUESDAYS), await addEvent(given, { ...TUESDAYS, eventType: 'focusTime' })];
    await given.flow();
    await given.watch(`${watchEvents()}?eventTypes=focusTime`, { id: 'focus' });
    await given.watch(`${watchEvents()}?eventTypes=default`, { id: 'plain' });
    await given.flow();
    const change = async (series: AnsweredEvent, method: string, body?: object): Promise<void> => {
      await given.ask(method, eventsPath('primary', `${series.id}_20260324T130000Z`), { ...(body !== undefined && { body }) });
      await given.flow();
    };

    await change(plain, 'PATCH', { summary: 'Elsewhere' });
    await change(plain, 'DELETE');
    expect(heard().slice(2)).toEqual(['plain 2 exists', 'plain 3 exists']);
    await change(focus, 'DELETE');
    expect(heard().slice(4)).toEqual(['focus 2 exists']);
  });

  test("hears of its user's own reminders, not of those of others", async () => {
    await share(given, given.S, given.bob, 'writer');
    const { id } = await addEvent(given, hour, given.S);
    await given.flow();
    await given.watch(watchEvents(given.S), { id: 'alice' });
    await given.watch(watchEvents(given.S), { id: 'bob' }, { as: given.bob });
    await given.flow();

    await given.ask('PATCH', eventsPath(given.S, id), { as: given.bob, body: { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } } });
    await given.flow();

    expect(heard().toSorted()).toEqual(['alice 1 sync', 'bob 1 sync', 'bob 2 exists']);
  });

  test('hears of a main calendar that is cleared', async () => {
    await addEvent(given, hour);
    await given.flow();
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();

    await given.ask('POST', `${calendarPath('primary')}/clear`);
    await given.flow();

    expect(heard().slice(0, 2)).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('on rules hears of rules that are given, changed and taken away', async () => {
    await given.watch(watchRules(), { id: 'c' });
    await given.flow();

    await share(given, given.S, given.bob, 'reader');
    await given.flow();
    await given.ask('PATCH', rulePath(given.S, `user:${given.bob}`), { body: { role: 'writer' } });
    await given.flow();
    await given.ask('DELETE', rulePath(given.S, `user:${given.bob}`));
    await given.flow();
    await addEvent(given, hour, given.S);
    await given.flow();

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists', 'c 4 exists']);
  });

  test("on the list hears of the user's own settings of a calendar, not of shared ones", async () => {
    await given.watch('/users/me/calendarList/watch', { id: 'c' });
    await given.flow();

    await given.ask('PATCH', calendarPath(given.S), { body: { summary: 'Shared' } });
    await given.flow();
    await given.ask('PATCH', listPath(given.S), { body: { summaryOverride: 'Mine' } });
    await given.flow();

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);
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

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists', 'c 4 exists']);
  });

  test('on settings hears of values that change', async () => {
    const set = (value: string) => given.stores.users.changeSetting(given.alice, 'weekStart', value, given.clock.now().getTime());
    await given.watch('/users/me/settings/watch', { id: 'c' });
    await given.flow();

    await set('1');
    await given.flow();
    await set('1');
    await given.ask('POST', '/calendars', { body: { summary: 'Another change of the same user' } });
    await given.flow();

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('of each user has its own, and all on a calendar are told', async () => {
    await share(given, given.S, given.bob, 'reader');
    await given.flow();
    await given.watch(watchEvents(given.S), { id: 'alice' });
    await given.watch(watchEvents(given.S), { id: 'bob' }, { as: given.bob });
    await given.flow();

    await addEvent(given, hour, given.S);
    await given.flow();

    expect(heard().slice(2).toSorted()).toEqual(['alice 2 exists', 'bob 2 exists']);
  });
});

describe('the end of a channel', () => {
  test('comes with the calendar: it is told once, and its id is free', async () => {
    await given.watch(watchEvents(given.S), { id: 'events' });
    await given.watch(watchRules(), { id: 'rules' });
    await given.flow();

    await given.ask('DELETE', calendarPath(given.S));
    await given.flow();

    expect(heard().slice(2).toSorted()).toEqual(['events 2 not_exists', 'rules 2 not_exists']);
    expect((await given.watch(watchEvents(), { id: 'events' })).status).toBe(200);
  });

  test('comes with the role that it needs; those who keep theirs hear of the rule only', async () => {
    await share(given, given.S, given.bob, 'writer');
    await given.flow();
    await given.watch(watchEvents(given.S), { id: 'bob-events' }, { as: given.bob });
    await given.watch(watchRules(), { id: 'bob-rules' }, { as: given.bob });
    await given.watch(watchEvents(given.S), { id: 'alice-events' });
    await given.flow();

    await given.ask('PATCH', rulePath(given.S, `user:${given.bob}`), { body: { role: 'reader' } });
    await given.flow();
    expect(heard().slice(3)).toEqual(['bob-rules 2 not_exists']);

    await given.ask('DELETE', rulePath(given.S, `user:${given.bob}`));
    await given.flow();
    await addEvent(given, hour, given.S);
    await given.flow();
    expect(heard().slice(4)).toEqual(['bob-events 2 not_exists', 'alice-events 2 exists']);
  });

  test('comes with a rule for everybody, but not for those who have one of their own', async () => {
    await share(given, given.S, given.carol, 'reader');
    await given.ask('POST', rulePath(given.S), { body: { role: 'reader', scope: { type: 'default' } } });
    await given.watch(watchEvents(given.S), { id: 'bob' }, { as: given.bob });
    await given.watch(watchEvents(given.S), { id: 'carol' }, { as: given.carol });
    await given.flow();
    const before = heard().length;

    await given.ask('DELETE', rulePath(given.S, 'default'));
    await given.flow();
    await addEvent(given, hour, given.S);
    await given.flow();

    expect(heard().slice(before)).toEqual([expect.stringMatching(/^bob \d not_exists$/), expect.stringMatching(/^carol \d exists$/)]);
    expect((await given.watch(watchEvents(given.S), { id: 'again' }, { as: given.bob })).status).toBe(404);
  });

  test('is not repeated when the stream hands the same change over again', async () => {
    await given.watch(watchEvents(given.S), { id: 'c' });
    await given.flow();
    await given.ask('DELETE', calendarPath(given.S));
    const changes = (await given.records()).flatMap(readChange);

    await tellChannels(changes, given.push);
    await tellChannels(changes, given.push);

    expect(heard()).toEqual(['c 1 sync', 'c 2 not_exists']);
  });
});

describe('delivery', () => {
  test('a batch that comes again is told again, with a higher number', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();
    await addEvent(given, hour);
    const changes = (await given.records()).flatMap(readChange);

    await tellChannels(changes, given.push);
    await tellChannels(changes, given.push);

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists']);
  });

  test('a message is stored before it is sent', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();
    await addEvent(given, hour);
    const stored: unknown[] = [];
    const post = async () => {
      stored.push((await given.stores.channels.find('c'))?.waiting.map(({ number, state }) => [number, state]));
      return { kind: 'answered' as const, status: 200 };
    };

    await tellChannels((await given.records()).flatMap(readChange), { ...given.push, webhooks: { post } });

    expect(stored).toEqual([[[2, 'exists']]]);
  });

  test('a receiver that hangs holds up no other channel and not the stream; the schedule goes on with it', async () => {
    const slow = await startReceiver();
    slow.answer(hang);
    await given.watch(watchEvents(), { id: 'slow', address: slow.url });
    await given.watch(watchEvents(), { id: 'quick' });
    await given.flow();

    await addEvent(given, hour);
    await given.flow();
    await addEvent(given, hour);
    await given.flow();

    expect(heard()).toEqual(['quick 1 sync', 'quick 2 exists', 'quick 3 exists']);
    expect(messages(slow.received)).toEqual(['slow 1 sync']);
    slow.answer(200);
    given.clock.pass({ minutes: 1 });
    await given.deliver();
    expect(messages(slow.received)).toEqual(['slow 1 sync', 'slow 1 sync', 'slow 2 exists']);
    await slow.stop();
  });

  test('one channel that cannot be stored fails the batch, after all others are told', async () => {
    await given.watch(watchEvents(), { id: 'broken' });
    await given.watch(watchEvents(), { id: 'whole' });
    await given.flow();
    await addEvent(given, hour);
    const { channels } = given.stores;
    const replace: typeof channels.replace = (outbox) => (outbox.channel.id === 'broken' ? Promise.reject(new Error('no room')) : channels.replace(outbox));
    const changes = (await given.records()).flatMap(readChange);

    await expect(tellChannels(changes, { ...given.push, stores: { ...given.stores, channels: { ...channels, replace } } })).rejects.toThrow('some channels could not be told');

    expect(heard().slice(2)).toEqual(['whole 2 exists']);
  });

  test('is counted, with the time since the change', async () => {
    await given.watch(watchEvents(), { id: 'c' });

    await given.flow();

    expect(given.logged).toEqual([
      expect.objectContaining({ service: 'calendar', run: 'notify', attempts: 1, delivered: 1, retries: 0, drops: 0, lagMs: [expect.any(Number)] }),
    ]);
  });
});

describe('the function', () => {
  const record = (keys: Record<string, string>, after: Record<string, AttributeValue>): DynamoDBRecord => ({
    dynamodb: { Keys: Object.fromEntries(Object.entries(keys).map(([name, S]) => [name, { S }])), NewImage: after, SequenceNumber: '1' },
  });

  test('tells the channels of its stage', async () => {
    const receiver = await startReceiver();
    const { ask } = await calendarFixture();
    const id = someone('channel').replace(/@.*/, '');
    await ask('POST', watchEvents(), { body: { id, type: 'web_hook', address: receiver.url, params: { ttl: '9999999' } } });
    // The fixture's clock stands in the past; the function's does not.
    const outbox = await calendar.stores.channels.find(id);
    if (outbox !== undefined) await calendar.stores.channels.replace({ ...outbox, channel: { ...outbox.channel, expiresAtMs: Date.now() + 60_000 } });

    const response = await handler({ Records: [record({ pk: 'OUTBOX#0', sk: `C#${id}` }, { openedAtMs: { N: '1' } })] });

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
