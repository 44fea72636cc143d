/**
 * Gives a person another address, under which nobody is known yet: calendars, rights, meetings, shelves and grants follow.
 * Consents end, since tokens name the address. Cut short, it can be run again.
 */
import { userIdFor } from '#lib/books/model/ids';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { replaced, wordPattern } from '#lib/stores/dynamodb/people/mentions';
import { renameItems } from '#lib/stores/dynamodb/people/rename-items';
import { eraseFromSignIn } from './erase.ts';
import { libraryItems } from './library.ts';
import { renameInMeetings } from './others-events.ts';
import type { Person } from './person.ts';

/** The id in the library is made of the address: clients get another one, and public shelves another URL. */
async function renameInLibrary(userId: string, email: string, address: string): Promise<void> {
  const items = await libraryItems(userId);
  const next = items.map((item) =>
    replaced(
      replaced(item, wordPattern([email]), address),
      new RegExp(`(?<=^U#)${userId}(?=$|#)`, 'g'),
      userIdFor(address),
    ),
  );
  await batchPut(documents, config.booksTable, next);
  await batchRemove(
    documents,
    config.booksTable,
    items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
  );
}

export async function renamePerson(person: Person, address: string): Promise<void> {
  const { email, userId } = person;
  const pattern = wordPattern([email]);
  await eraseFromSignIn(email);
  await renameInMeetings(person, address);
  await renameItems(documents, config.calendarTable, pattern, address);
  if (userId !== undefined) await renameInLibrary(userId, email, address);
  for (const table of [config.booksTable, config.adsTable]) await renameItems(documents, table, pattern, address);
}
