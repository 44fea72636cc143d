/** What people have set for themselves in an event of a seed, as they send it to the rules. */
import type { Patch } from '#lib/api/schema';
import { foldAddress } from '#lib/api/text/address';
import type { EventResource } from '#lib/calendar/resources/event';
import type { SeedOwn, SeedOwnInstance } from '#lib/local/sample/seed-file/form/event-schema';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';

export interface OwnChange {
  readonly eventId: string;
  readonly change: Patch<EventResource>;
}

export interface OwnPlan {
  readonly path: Path;
  /** Of a person, or of a calendar that was invited. */
  readonly address: string;
  /** Guests have copies of their own; others set their reminders where the event is. */
  readonly isGuest: boolean;
  readonly changes: readonly OwnChange[];
}

/** What an event knows of itself. */
export interface PlannedEvent {
  readonly id: string;
  readonly attendees: EventResource['attendees'];
  /** Checks a change of the event, or of an instance. */
  check(change: Patch<EventResource>, isInstance: boolean, path: Path): void;
  /** The id of the instance that begins then; undefined, with a problem, when there is none. */
  instanceAt(of: SeedOwnInstance['of'], path: Path): string | undefined;
}

function planOne([sent, own]: [string, SeedOwn], event: PlannedEvent, path: Path, found: Findings): OwnPlan {
  const { instances = [], ...fields } = own;
  const address = foldAddress(sent);
  const isGuest = (event.attendees ?? []).some(({ email }) => foldAddress(email ?? '') === address);
  const planChange = (eventId: string, change: Patch<EventResource>, isInstance: boolean, here: Path): OwnChange => {
    const other = Object.keys(change).find((name) => name !== 'reminders');
    if (!isGuest && other !== undefined)
      found.add([...here, other], `${address} is no guest of this event: only reminders are their own.`);
    else event.check(change, isInstance, here);
    return { eventId, change };
  };
  const changes = Object.keys(fields).length === 0 ? [] : [planChange(event.id, fields, false, path)];
  const ofInstances = instances.flatMap(({ of, ...change }, index) => {
    const here = [...path, 'instances', index];
    const eventId = event.instanceAt(of, here);
    return eventId === undefined ? [] : [planChange(eventId, change, true, here)];
  });
  return { path, address, isGuest, changes: [...changes, ...ofInstances] };
}

export const planOwn = (
  own: Readonly<Record<string, SeedOwn>>,
  event: PlannedEvent,
  path: Path,
  found: Findings,
): OwnPlan[] => Object.entries(own).map((one) => planOne(one, event, [...path, 'own', one[0]], found));
