import { describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import {
  addEvent,
  calendarFixture,
  eventsPath,
  hourFrom,
  startInstance,
  TUESDAYS,
} from '#test/support/calendar/calendar';

const WRITERS = 64;
const WRITES_EACH = 6;
/** Writers of one instance queue up; those of different ones meet in the database. */
const INSTANCES = 8;

/** What a client keeps of a calendar: the rows that it was told of, less those that were cancelled. */
class Copy {
  readonly #rows = new Map<string, EventResource>();
  token = '';

  take({ items = [], nextSyncToken }: EventsResource): void {
    for (const event of items) {
      if (event.status === 'cancelled') this.#rows.delete(event.id ?? '');
      else this.#rows.set(event.id ?? '', event);
    }
    this.token = nextSyncToken ?? this.token;
  }

  get rows(): EventResource[] {
    return [...this.#rows.values()].sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  }
}

describe('calendar.events.list beside writers', () => {
  test.each(['', 'singleEvents=true'])(
    `a client that syncs while ${String(WRITERS)} others write ends with what the server has (%s)`,
    async (query) => {
      const fixture = await calendarFixture();
      const { ask } = fixture;
      const series = await addEvent(fixture, TUESDAYS);
      const read = async (more: string): Promise<EventsResource> =>
        (await ask<EventsResource>('GET', `${eventsPath()}?${query}&maxResults=7${more}`)).body;
      const copy = new Copy();
      const update = async (): Promise<void> => {
        const sync = copy.token === '' ? '' : `&syncToken=${encodeURIComponent(copy.token)}`;
        let page: EventsResource | undefined;
        do {
          page = await read(
            `${sync}${page?.nextPageToken === undefined ? '' : `&pageToken=${encodeURIComponent(page.nextPageToken)}`}`,
          );
          copy.take(page);
        } while (page.nextPageToken !== undefined);
      };

      const instances = Array.from({ length: INSTANCES }, () => startInstance(fixture.alice, fixture.clock));
      const write = async (writer: number): Promise<void> => {
        const ask = instances[writer % INSTANCES] ?? fixture.ask;
        const own: string[] = [];
        for (let round = 0; round < WRITES_EACH; round += 1) {
          const id = own[0];
          if (round % 4 === 3 && id !== undefined) await ask('DELETE', eventsPath('primary', own.shift()));
          else if (round % 4 === 2 && id !== undefined)
            await ask('PATCH', eventsPath('primary', id), {
              body: { summary: `${String(writer)} in round ${String(round)}` },
            });
          else if (round % 4 === 1 && writer % 4 === 0)
            await ask('PATCH', eventsPath('primary', `${series.id}_20260324T130000Z`), {
              body: { location: `room ${String(writer)}` },
            });
          else
            own.push(
              (
                await addEvent(
                  { ...fixture, ask },
                  {
                    summary: `${String(writer)}`,
                    ...hourFrom(`2026-03-${String(10 + round)}T${String(writer % 24).padStart(2, '0')}:00:00Z`),
                  },
                )
              ).id,
            );
        }
      };
      let isWriting = true;
      const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
        isWriting = false;
      });
      const client = (async () => {
        while (isWriting) await update();
      })();
      await Promise.all([writers, client]);
      await update();

      const server = new Copy();
      server.take((await ask<EventsResource>('GET', `${eventsPath()}?${query}&maxResults=2500`)).body);
      expect(server.rows.length).toBeGreaterThan(WRITERS);
      expect(copy.rows).toEqual(server.rows);
    },
  );
});
