/** Collects the zones that the events of a file use. */
import type { EventResource } from '#lib/calendar/resources/event';
import { isAllDay, momentOf } from '#lib/calendar/time/event-time';
import { timesOf } from './times.ts';
import { zoneLines } from './zone-lines.ts';

export class UsedZones {
  readonly #names: Set<string>;
  #earliest = Infinity;

  /** Begins with the zone of the calendar. */
  constructor(timeZone: string) {
    this.#names = new Set([timeZone]);
  }

  add(event: EventResource): void {
    for (const time of Object.values(timesOf(event))) {
      if (time === undefined || isAllDay(time)) continue;
      this.#earliest = Math.min(this.#earliest, momentOf(time));
      if (time.timeZone !== undefined) this.#names.add(time.timeZone);
    }
    for (const line of event.recurrence ?? []) {
      for (const [, zone = ''] of line.matchAll(/;TZID="?([^":;]+)/giu)) this.#names.add(zone);
    }
  }

  /** Their definitions, from the first event on. */
  definitions(now: Date): string[] {
    const span = { earliest: this.#earliest, now: now.getTime() };
    const names = [...this.#names].filter((name) => name !== 'UTC').sort();
    return names.flatMap((name) => zoneLines(name, span));
  }
}
