/** The fields of an event that a seed says something about. */
import type { Schema } from '#lib/api/schema';
import type { EventResource } from '#lib/calendar/resources/event';
import { SeedEvent } from '#lib/local/sample/seed-file/form/event-schema';
import { writable } from '#lib/local/sample/seed-file/form/writable';

export type Fields = Readonly<Record<string, unknown>>;

/** What an event has when nothing is said. */
export const DEFAULTS: Fields = {
  status: 'confirmed',
  eventType: 'default',
  sequence: 0,
  reminders: { useDefault: true },
};

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function fieldsOf(event: EventResource): Fields {
  const whole = writable(SeedEvent as Schema, event) as Fields;
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([name, value]) =>
        !isSame(value, DEFAULTS[name]) && !(name === 'iCalUID' && value === `${String(event.id)}@google.com`),
    ),
  );
}
