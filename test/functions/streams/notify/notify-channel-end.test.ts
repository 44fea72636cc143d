import { describe, expect, test } from '@jest/globals';
import { tellChannels } from '#lib/calendar/push/tell';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { addEvent, calendarPath, hourFrom, rulePath, share } from '#test/support/calendar/calendar';
import { watchEvents, watchRules } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';

const given = usePushPerTest();

const hour = hourFrom('2026-03-10T09:00:00Z');

describe('the end of a channel', () => {
  test('comes with the calendar: it is told once, and its id is free', async () => {
    await given.watch(watchEvents(given.S), { id: 'events' });
    await given.watch(watchRules(given.S), { id: 'rules' });
    await given.flow();

    await given.ask('DELETE', calendarPath(given.S));
    await given.flow();

    expect(given.heard().slice(2).toSorted()).toEqual(['events 2 not_exists', 'rules 2 not_exists']);
    expect((await given.watch(watchEvents(), { id: 'events' })).status).toBe(200);
  });

  test('comes with the role that it needs; those who keep theirs hear of the rule only', async () => {
    await share(given, given.S, given.bob, 'writer');
    await given.flow();
    await given.watch(watchEvents(given.S), { id: 'bob-events' }, { as: given.bob });
    await given.watch(watchRules(given.S), { id: 'bob-rules' }, { as: given.bob });
    await given.watch(watchEvents(given.S), { id: 'alice-events' });
    await given.flow();

    await given.ask('PATCH', rulePath(given.S, `user:${given.bob}`), { body: { role: 'reader' } });
    await given.flow();
    expect(given.heard().slice(3)).toEqual(['bob-rules 2 not_exists']);

    await given.ask('DELETE', rulePath(given.S, `user:${given.bob}`));
    await given.flow();
    await addEvent(given, hour, given.S);
    await given.flow();
    expect(given.heard().slice(4)).toEqual(['bob-events 2 not_exists', 'alice-events 2 exists']);
  });

  test('comes with a rule for everybody, but not for those who have one of their own', async () => {
    await share(given, given.S, given.carol, 'reader');
    await given.ask('POST', rulePath(given.S), { body: { role: 'reader', scope: { type: 'default' } } });
    await given.watch(watchEvents(given.S), { id: 'bob' }, { as: given.bob });
    await given.watch(watchEvents(given.S), { id: 'carol' }, { as: given.carol });
    await given.flow();
    const before = given.heard().length;

    await given.ask('DELETE', rulePath(given.S, 'default'));
    await given.flow();
    await addEvent(given, hour, given.S);
    await given.flow();

    expect(given.heard().slice(before)).toEqual([
      expect.stringMatching(/^bob \d not_exists$/),
      expect.stringMatching(/^carol \d exists$/),
    ]);
    expect((await given.watch(watchEvents(given.S), { id: 'again' }, { as: given.bob })).status).toBe(404);
  });

  test('is not repeated when the stream hands the same change over again', async () => {
    await given.watch(watchEvents(given.S), { id: 'c' });
    await given.flow();
    await given.ask('DELETE', calendarPath(given.S));
    const changes = (await given.records()).flatMap(readChange);

    await tellChannels(changes, given.push);
    await tellChannels(changes, given.push);

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 not_exists']);
  });
});
