import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { systemClock } from '#lib/runtime/process/clock';
import { addEvent, calendarFixture, eventsPath, startInstance, TUESDAYS } from '#test/support/calendar/calendar';
import type { WritersOrders } from '#test/support/calendar/writers-process';
import { QUICK_START } from '#test/support/stack/run-program';
import { token } from '#test/support/token';

const PROCESSES = 8;
/** In each process; those of one process queue up, those of different ones meet in the database. */
const WRITERS = 8;
const WRITES_EACH = 5;
const WRITES_A_SYNC = 12;
const PROGRAM = join(import.meta.dirname, '../../../../support/calendar/writers-process.ts');

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

async function startWriters(): Promise<ChildProcess> {
  const child = fork(PROGRAM, { env: { ...process.env, ...QUICK_START }, execArgv: [] });
  await once(child, 'message');
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
}

test('clients that sync while 64 people write in 8 processes end with what the server has', async () => {
  const fixture = await calendarFixture();
  const series = await addEvent(fixture, TUESDAYS);
  const ask = startInstance(fixture.alice, systemClock);
  const children = await Promise.all(Array.from({ length: PROCESSES }, startWriters));
  const orders = { token: await token(fixture.alice), writesEach: WRITES_EACH };
  const instanceId = `${series.id}_20260324T130000Z`;

  const read = async (query: string): Promise<EventsResource> =>
    (await ask<EventsResource>('GET', `${eventsPath()}?${query}`)).body;
  const update = async (copy: Copy, query: string): Promise<void> => {
    const sync = copy.token === '' ? '' : `&syncToken=${encodeURIComponent(copy.token)}`;
    let next = '';
    do {
      const page = await read(`${query}&maxResults=7${sync}${next}`);
      copy.take(page);
      next = page.nextPageToken === undefined ? '' : `&pageToken=${encodeURIComponent(page.nextPageToken)}`;
    } while (next !== '');
  };

  let [isWriting, written] = [true, 0];
  const progress = new EventEmitter();
  for (const child of children)
    child.on('message', () => {
      written += 1;
      if (written % WRITES_A_SYNC === 0) progress.emit('go on');
    });
  const clients = ['singleEvents=false', 'singleEvents=true'].map((query) => ({ query, copy: new Copy() }));
  const syncing = clients.map(async ({ query, copy }) => {
    for (let seen = -1; seen < written;) {
      seen = written;
      await update(copy, query);
      // Nothing is waited for after the last write.
      if (isWriting && written - seen < WRITES_A_SYNC) await once(progress, 'go on');
    }
  });
  const writing = children.map((child, index) => {
    const writers = Array.from({ length: WRITERS }, (_, writer) => index * WRITERS + writer);
    child.send({ ...orders, instanceId, writers } satisfies WritersOrders);
    return ended(child);
  });
  await Promise.all(writing).finally(() => {
    isWriting = false;
    progress.emit('go on');
  });
  await Promise.all(syncing);

  for (const { query, copy } of clients) {
    await update(copy, query);
    const server = new Copy();
    server.take(await read(`${query}&maxResults=2500`));
    expect(server.rows.length).toBeGreaterThan(PROCESSES * WRITERS);
    expect(copy.rows).toEqual(server.rows);
  }
});
