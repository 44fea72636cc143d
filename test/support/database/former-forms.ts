/**
 * Stored items in the form that versions before 0.3 wrote: maps and attributes in place of one text, no outlines, whole
 * days in classes of their own.
 */
import { deflateRawSync } from 'node:zlib';
import type { Conversion } from '#lib/ads/model/conversion';
import { isOutlined } from '#lib/calendar/events/order/outline';
import { endOfSeries } from '#lib/calendar/events/order/time-key';
import type { StoredItem } from '#lib/calendar/model/event';
import { isAllDay } from '#lib/calendar/time/event-time';
import { formatInstant } from '#lib/calendar/time/timestamp';
import { unpackBody, type Body } from '#lib/stores/dynamodb/body';
import { documents } from '#lib/stores/dynamodb/client/client';
import { DeleteCommand, PutCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { scanPages } from '#lib/stores/dynamodb/commands/scan';
import type { Item } from '#lib/stores/dynamodb/item';

const FEWEST_PACKED = 10;

/** `Ed#2026-03-17T00:00:00Z` -> `ED#2026-03-17T00:00:00Z` */
const ofWholeDays = (timeKey: string): string => timeKey.slice(0, 2).toUpperCase() + timeKey.slice(2);

function formerEvent({ event: body, eventType, ...item }: Item): Item {
  const event = unpackBody<StoredItem>(body as Body);
  const { attendees, heard, ...rest } = event;
  const end = isOutlined(event) ? endOfSeries(event) : undefined;
  const { timeKey } = item;
  const isOfDays = event.start !== undefined && isAllDay(event.start) && /^[EKX][a-z]#/.test(String(timeKey));
  const isLarge = (attendees ?? []).length >= FEWEST_PACKED;
  return {
    ...item,
    v: 1,
    ...(isOutlined(event) && { timeKey: `R#${end === undefined ? '9999' : formatInstant(end)}` }),
    ...(isOfDays && { timeKey: ofWholeDays(String(timeKey)) }),
    ...(event.eventType === undefined && { seriesType: eventType }),
    event: isLarge ? rest : event,
    ...(isLarge && { guests: deflateRawSync(JSON.stringify({ attendees, heard })) }),
  };
}

function formerConversion({ conversion: body, engineAccountId: _account, ...item }: Item): Item {
  const { details, ...conversion } = unpackBody<Conversion>(body as Body);
  const customMetric = details.customMetric?.map(({ name, value }) => ({ name, value: String(value) }));
  return { ...item, ...conversion, details: { ...details, ...(customMetric && { customMetric }) } };
}

/** Undefined for what has one form only. */
function formerItem(item: Item): Item | undefined {
  const { entry, entity, visit, volume, ...rest } = item;
  if (item['event'] !== undefined) return formerEvent(item);
  if (item['conversion'] !== undefined) return formerConversion(item);
  if (volume !== undefined) return { ...item, volume: unpackBody(volume as Body) };
  const body = entry ?? entity ?? visit;
  return body === undefined ? undefined : { ...rest, ...unpackBody(body as Body) };
}

/** All items of a table, or those with these partition keys. */
export async function itemsOf(TableName: string, isWanted: (pk: string) => boolean = () => true): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of scanPages(documents, { TableName }))
    items.push(...page.filter(({ pk }) => isWanted(String(pk))));
  return items;
}

/** Writes them as an earlier version had; answers how many there are. */
export async function makeFormer(TableName: string, isWanted?: (pk: string) => boolean): Promise<number> {
  const former = (await itemsOf(TableName, isWanted)).map(formerItem).filter((item) => item !== undefined);
  const addClass = (pk: unknown, name: string, UpdateExpression: string) =>
    documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk: 'META' },
        UpdateExpression,
        ExpressionAttributeValues: { ':class': new Set([name]) },
      }),
    );
  for (const Item of former) {
    await documents.send(new PutCommand({ TableName, Item }));
    const [name = ''] = /^[EKX][A-Z](?=#)/.exec(String(Item['timeKey'])) ?? [];
    if (name !== '') await addClass(Item['pk'], name, 'ADD classes :class');
  }
  for (const { pk, sk } of await itemsOf(TableName, isWanted)) {
    if (!String(sk).startsWith('R#')) continue;
    await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    await addClass(pk, 'R', 'ADD classes :class REMOVE outlineSeq');
  }
  return former.length;
}
