/** A client's copy of a calendar, kept up to date with sync tokens. */
import type { Json, Wire } from '#test/tools/load/client/wire';

export interface ListedEvent {
  readonly id: string;
  readonly etag: string;
  readonly status?: string;
  readonly summary?: string;
  readonly recurringEventId?: string;
}

const MAX_PAGE_LENGTH = 2500;
const SYNC_PAGE = 100;

export const itemsOf = ({ items = [] }: Json): readonly ListedEvent[] => items as readonly ListedEvent[];

export class SyncedCopy {
  readonly #wire: Wire;
  readonly #path: string;
  #events = new Map<string, ListedEvent>();
  #syncToken: string | undefined;

  /** `path` is that of the calendar. */
  constructor(wire: Wire, path: string) {
    this.#wire = wire;
    this.#path = `${path}/events`;
  }

  get events(): ReadonlyMap<string, ListedEvent> {
    return this.#events;
  }

  /** All pages, and the fields of the last one. */
  async #pages(
    operation: string,
    query: Record<string, string>,
  ): Promise<{ found: ListedEvent[]; last: Json } | undefined> {
    const found: ListedEvent[] = [];
    let pageToken: string | undefined;
    for (;;) {
      const parameters = new URLSearchParams({ ...query, ...(pageToken !== undefined && { pageToken }) });
      const { status, body, text } = await this.#wire.sendUntilAnswered(
        operation,
        'GET',
        `${this.#path}?${parameters.toString()}`,
        { expected: [410] },
      );
      if (status === 410) return undefined;
      if (status !== 200) throw new Error(`${operation}: ${String(status)} ${text}`);
      found.push(...itemsOf(body));
      pageToken = body['nextPageToken'] as string | undefined;
      if (pageToken === undefined) return { found, last: body };
    }
  }

  async sync(): Promise<void> {
    const query = {
      maxResults: String(SYNC_PAGE),
      ...(this.#syncToken !== undefined && { syncToken: this.#syncToken }),
    };
    const answer = await this.#pages('calendar.events.list (sync)', query);
    if (answer === undefined) {
      // The token is too old: start again with a full sync.
      this.#events = new Map();
      this.#syncToken = undefined;
      return this.sync();
    }
    for (const event of answer.found) {
      if (event.status === 'cancelled') this.#events.delete(event.id);
      else this.#events.set(event.id, event);
    }
    this.#syncToken = String(answer.last['nextSyncToken']);
  }

  /** The server's state, read completely. */
  async readAll(): Promise<ReadonlyMap<string, ListedEvent>> {
    const answer = await this.#pages('calendar.events.list (all)', { maxResults: String(MAX_PAGE_LENGTH) });
    return new Map((answer?.found ?? []).map((event) => [event.id, event]));
  }
}
