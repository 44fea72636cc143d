/** Everything that one person has in the three services. */
import { hashKey, newKey } from '#lib/api/api-keys';
import type { Door } from '../door.ts';
import { fillAdvertising, type AdsHoldings } from './advertising.ts';
import { callingAs, fillCalendars, type CalendarHoldings } from './calendars.ts';
import { fillShelves, type ShelfHoldings } from './shelves.ts';

export interface Holdings extends CalendarHoldings, ShelfHoldings, AdsHoldings {}

/** Loaded late: the functions read their environment when they are first imported. */
export async function openStores() {
  const [{ ads }, { books }, { config }, { randomIds }, { documents }, { dynamoApiKeys }, { dynamoCatalogue }] = await Promise.all([
    import('#lib/runtime/ads'),
    import('#lib/runtime/books'),
    import('#lib/runtime/config'),
    import('#lib/runtime/ids'),
    import('#lib/stores/dynamodb/client'),
    import('#lib/stores/dynamodb/api-keys'),
    import('#lib/stores/dynamodb/books/catalogue'),
  ]);
  return {
    ads: ads.stores,
    books: books.stores,
    catalogue: dynamoCatalogue(documents, config.booksTable),
    /** A key that opens what is public in calendar and books. */
    async addApiKey(): Promise<string> {
      const key = newKey(randomIds);
      const kept = { hash: hashKey(key), label: 'proof', created: new Date().toISOString() };
      await Promise.all([config.calendarTable, config.booksTable].map((table) => dynamoApiKeys(documents, table).add(kept)));
      return key;
    },
  };
}

export type ProofStores = Awaited<ReturnType<typeof openStores>>;

export interface Settler {
  readonly email: string;
  readonly token: string;
  /** Stands in every text that is this person's own. */
  readonly mark: string;
  /** Six digits that nobody else uses. */
  readonly number: number;
}

export async function settle(door: Door, stores: ProofStores, { email, token, mark, number }: Settler): Promise<Holdings> {
  const call = callingAs(door, token);
  const [calendars, shelves, advertising] = await Promise.all([
    fillCalendars(call, email, mark),
    fillShelves(stores.books, stores.catalogue, email, mark),
    fillAdvertising(stores.ads, call, email, mark, number),
  ]);
  return { ...calendars, ...shelves, ...advertising };
}
