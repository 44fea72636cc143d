/**
 * Erases a person everywhere: calendars, library, advertising, sign-in, bucket. It may be run again after it was cut
 * short: what names the person last is removed last.
 */
import { foldAddress } from '#lib/api/text/address';
import { REMOVED_GUEST } from '#lib/calendar/guests/forget-person';
import { revokeId } from '#lib/oauth/tokens/revoke';
import { bucket } from '#lib/runtime/bucket';
import { oauthService } from '#lib/runtime/oauth/dependencies';
import { config } from '#lib/runtime/process/config';
import { REPORT } from '#lib/stores/dynamodb/ads/keys';
import { dynamoSchedules } from '#lib/stores/dynamodb/ads/schedules';
import { documents } from '#lib/stores/dynamodb/client/client';
import { DeleteCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { scanPages } from '#lib/stores/dynamodb/commands/scan';
import { isMentioned, itemsMentioning, replaced, wordPattern } from '#lib/stores/dynamodb/people/mentions';
import { eraseFromCalendar } from './erase-calendar.ts';
import { eraseFromLibrary } from './library.ts';
import type { Person } from './person.ts';

/** Consents, tokens, sessions and codes: each holds the address in its value. Access tokens end with their consent. */
export async function eraseFromSignIn(email: string): Promise<void> {
  if (config.signIn === undefined) return;
  const TableName = config.signIn.table;
  const pattern = wordPattern([email]);
  for await (const items of scanPages(documents, { TableName, ConsistentRead: true }))
    for (const { pk, sk, ...item } of items.filter((found) => isMentioned(found, pattern))) {
      if (sk === 'GRANT') {
        const { id } = JSON.parse(String(item['value'])) as { readonly id: string };
        await revokeId(id, oauthService());
      }
      await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    }
}

/** Schedules go on without the letter. */
async function stopLetters(email: string): Promise<void> {
  const schedules = dynamoSchedules(documents, config.adsTable);
  for (const { mail, ...schedule } of await schedules.list())
    if (mail !== undefined && foldAddress(mail) === email) await schedules.put(schedule);
}

/** Reports with their files, grants, turns, counters; what else names the person, no longer does. */
async function eraseFromTable(TableName: string, pattern: RegExp): Promise<void> {
  for await (const item of itemsMentioning(documents, TableName, pattern)) {
    const { pk, sk } = item;
    const isReport = String(pk).startsWith(REPORT);
    if (isReport) await bucket.removeAll(`reports/${String(item['id'])}/`);
    if (isReport || isMentioned([pk, sk], pattern))
      await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    else await documents.send(new PutCommand({ TableName, Item: replaced(item, pattern, REMOVED_GUEST) }));
  }
}

/** Changes that a function gave up on, with what was in them. */
async function eraseDiscardedRecords(pattern: RegExp): Promise<void> {
  for (const key of await bucket.list('aws/lambda/'))
    if (isMentioned((await bucket.read(key))?.toString(), pattern)) await bucket.remove(key);
}

interface Step {
  readonly what: string;
  run(person: Person): Promise<void>;
}

export const STEPS: readonly Step[] = [
  { what: 'tokens and consents', run: ({ email }) => eraseFromSignIn(email) },
  { what: 'calendars, and copies in calendars of others', run: eraseFromCalendar },
  {
    what: 'shelves, purchases and ratings',
    run: async ({ userId }) => {
      if (userId !== undefined) await eraseFromLibrary(userId);
    },
  },
  { what: 'counters of the library', run: ({ email }) => eraseFromTable(config.booksTable, wordPattern([email])) },
  {
    what: 'grants and reports',
    run: async ({ email }) => {
      await stopLetters(email);
      await eraseFromTable(config.adsTable, wordPattern([email]));
    },
  },
  { what: 'changes that were set aside', run: ({ email }) => eraseDiscardedRecords(wordPattern([email])) },
];

export async function erasePerson(person: Person, onStep: (what: string, done: number) => void): Promise<void> {
  for (const [index, { what, run }] of STEPS.entries()) {
    onStep(what, index);
    await run(person);
  }
}
