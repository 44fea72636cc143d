import { integer, resource, string, type Static } from '#lib/api/schema';

export const EventReminderResource = resource('EventReminder', 'Tells a user about an event before it starts.', {
  method: string('`email` or `popup`. Every reminder needs one.'),
  minutes: integer('Minutes before the start, from 0 to 40320 (four weeks). Every reminder needs them.'),
});
export type EventReminderResource = Static<typeof EventReminderResource>;
