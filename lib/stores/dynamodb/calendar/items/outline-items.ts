/** Where the outlines of series are stored, and how a change of a series changes them. */
import { isOutlined, writeOutline } from '#lib/calendar/events/order/outline';
import { outlineMonthOf } from '#lib/calendar/events/order/time-index';
import { endOfSeries } from '#lib/calendar/events/order/time-key';
import type { StoredItem } from '#lib/calendar/model/event';
import type { EventWrite, Outline, Outlines } from '#lib/calendar/stores/events';
import type { TransactItem } from '#lib/stores/dynamodb/commands/conditional';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { eventKey, eventPrefix, outlineKey } from './keys.ts';

/** Undefined for what has no outline. */
const placeOf = (calendarId: string, item: StoredItem | undefined): Key | undefined =>
  item !== undefined && isOutlined(item)
    ? outlineKey(calendarId, item.id, outlineMonthOf(endOfSeries(item)))
    : undefined;

/** Whether the write changes the outline of a series. */
export const touchesOutline = ({ event, before }: EventWrite): boolean =>
  isOutlined(event) || (before !== undefined && isOutlined(before));

interface OutlineChange {
  readonly key: Key;
  /** Texts by attribute; undefined ones are removed. */
  readonly texts: Map<string, string | undefined>;
}

function updateOf(TableName: string, { key, texts }: OutlineChange, seq: number | undefined): TransactItem {
  const all = [...texts].map(([name, text], index) => ({ name, text, at: String(index) }));
  const set = all.filter(({ text }) => text !== undefined);
  const gone = all.filter(({ text }) => text === undefined);
  const assigned = [...set.map(({ at }) => `#s${at} = :s${at}`), ...(seq === undefined ? [] : ['seq = :seq'])];
  const values = { ...Object.fromEntries(set.map(({ at, text }) => [`:s${at}`, text])), ...(seq && { ':seq': seq }) };
  return {
    Update: {
      TableName,
      Key: key,
      UpdateExpression: [
        ...(assigned.length > 0 ? [`SET ${assigned.join(', ')}`] : []),
        ...(gone.length > 0 ? [`REMOVE ${gone.map(({ at }) => `#s${at}`).join(', ')}`] : []),
      ].join(' '),
      ExpressionAttributeNames: Object.fromEntries(all.map(({ name, at }) => [`#s${at}`, name])),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    },
  };
}

/** What the writes change of outlines, an update for each item; without a number, nobody is told. */
export function outlineUpdates(
  TableName: string,
  calendarId: string,
  writes: readonly EventWrite[],
  seq: number | undefined,
): TransactItem[] {
  const changes = new Map<string, OutlineChange>();
  const change = (key: Key | undefined, id: string, text: string | undefined): void => {
    if (key === undefined) return;
    const { texts } = changes.get(key.sk) ?? { texts: new Map<string, string | undefined>() };
    changes.set(key.sk, { key, texts: texts.set(eventKey(calendarId, id).sk, text) });
  };
  for (const { event, before } of writes.filter(touchesOutline)) {
    change(placeOf(calendarId, before), event.id, undefined);
    if (isOutlined(event)) change(placeOf(calendarId, event), event.id, writeOutline(event, calendarId));
  }
  return [...changes.values()].map((each) => updateOf(TableName, each, seq));
}

export function readOutlines(items: readonly Item[]): Outlines {
  const outlines: Outline[] = [];
  let seq = 0;
  for (const item of items) {
    for (const [name, text] of Object.entries(item))
      if (name.startsWith(eventPrefix)) outlines.push({ id: name.slice(eventPrefix.length), text: String(text) });
    seq = Math.max(seq, Number(item['seq'] ?? 0));
  }
  return { items: outlines, seq };
}
