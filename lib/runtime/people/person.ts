/**
 * One person over all services: `survey.ts` says what there is, `erase.ts` takes it away, `rename.ts` gives it another
 * address, `export.ts` writes it into files, `import.ts` reads those. `npm run users` is made of these.
 */
import { userIdFor } from '#lib/books/model/ids';
import { config } from '#lib/runtime/process/config';
import { readerKey } from '#lib/stores/dynamodb/books/keys';
import { documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';
import { itemsMentioning, wordPattern } from '#lib/stores/dynamodb/people/mentions';

export interface Person {
  readonly email: string;
  /** In the library; undefined for somebody who has never been there. */
  readonly userId: string | undefined;
  /** Ids of the calendars whose data is the person's: the main one and those that the person made or was given. */
  readonly calendars: readonly string[];
}

/** Ids are taken in order of attempts, so the first free one ends the search. */
async function userIdOf(email: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const userId = userIdFor(email, attempt);
    const { Item } = await documents.send(
      new GetCommand({ TableName: config.booksTable, Key: readerKey(userId), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    if (Item['email'] === email) return userId;
  }
}

const isOwnedBy = (email: string, { sk, owner }: Item): boolean => sk === 'META' && owner === email;

export async function findPerson(email: string): Promise<Person> {
  const calendars: string[] = [];
  for await (const item of itemsMentioning(documents, config.calendarTable, wordPattern([email])))
    if (isOwnedBy(email, item)) calendars.push(String(item['pk']));
  return { email, userId: await userIdOf(email), calendars };
}

/** Everything by which the person is known in the calendar table. */
export const namesOf = ({ email, calendars }: Person): RegExp => wordPattern([...new Set([email, ...calendars])]);
