import { beforeEach, expect, test } from '@jest/globals';
import { addEvent, eventsPath, hourFrom, TUESDAYS } from '#test/support/calendar/calendar';
import { watchEvents } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';

const given = usePushPerTest();
beforeEach(async () => {
  await given.watch(`${watchEvents()}?eventTypes=focusTime`, { id: 'focus' });
  await given.watch(`${watchEvents()}?eventTypes=default`, { id: 'plain' });
  await given.flow();
});

const ELEVEN = hourFrom('2026-03-10T11:00:00Z');
const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] };
const remind = async (eventId: string): Promise<void> => {
  expect((await given.ask('PATCH', eventsPath('primary', eventId), { body: { reminders } })).status).toBe(200);
  await given.flow();
};
/** After what is heard of the channels themselves. */
const told = (): string[] => given.heard().slice(2);

test('a channel for some types hears of reminders of those types alone', async () => {
  const plain = await addEvent(given, { ...ELEVEN, reminders });
  await given.flow();
  expect(told()).toEqual(['plain 2 exists']);

  const focus = await addEvent(given, { ...ELEVEN, eventType: 'focusTime' });
  await given.flow();
  await given.ask('PATCH', eventsPath('primary', plain.id), { body: { reminders: { useDefault: true } } });
  await given.flow();
  await remind(focus.id);

  expect(told()).toEqual(['plain 2 exists', 'focus 2 exists', 'plain 3 exists', 'focus 3 exists']);
});

test('reminders of one instance count by the type of its series', async () => {
  const series = await addEvent(given, TUESDAYS);
  await given.flow();

  await remind(`${series.id}_20260324T130000Z`);

  expect(told()).toEqual(['plain 2 exists', 'plain 3 exists']);
});
