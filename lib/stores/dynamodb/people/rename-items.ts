/** Puts another address in place of one, in all items that mention it and in their keys. */
import { calendarKey, eventPrefix } from '#lib/stores/dynamodb/calendar/items/keys';
import { DeleteCommand, PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';
import { itemsMentioning, replaced } from './mentions.ts';

const { sk: RECORD } = calendarKey('');

/** The notice of the last change is not told again. */
function moved(item: Item, pattern: RegExp, address: string): Item {
  const { telling: _told, ...rest } = item;
  return replaced(String(item['sk']).startsWith(eventPrefix) ? rest : item, pattern, address);
}

/**
 * The record of a calendar that moves is the last to do so: by the counter in it, its events are taken for complete,
 * and may be remembered.
 */
export async function renameItems(
  db: DocumentClient,
  TableName: string,
  pattern: RegExp,
  address: string,
): Promise<void> {
  const rename = async (item: Item, next: Item): Promise<void> => {
    const { pk, sk } = item;
    await db.send(new PutCommand({ TableName, Item: next }));
    if (next['pk'] !== pk || next['sk'] !== sk) await db.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  };
  const records: [item: Item, next: Item][] = [];
  for await (const item of itemsMentioning(db, TableName, pattern)) {
    const next = moved(item, pattern, address);
    if (item['sk'] === RECORD && next['pk'] !== item['pk']) records.push([item, next]);
    else await rename(item, next);
  }
  for (const [item, next] of records) await rename(item, next);
}
