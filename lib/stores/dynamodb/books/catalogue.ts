/** The writing side of the catalogue: what imports save. */
import { inParallel } from '#lib/api/process/in-parallel';
import { identifierKeys } from '#lib/books/model/identifiers';
import { volumeId } from '#lib/books/model/ids';
import type { Volume } from '#lib/books/model/volume';
import type { CatalogueStore, Saved, VolumeDraft } from '#lib/books/stores/all';
import { mergeDraft } from '#lib/books/volumes/catalogue';
import {
  DeleteCommand,
  type DocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '#lib/stores/dynamodb/client/commands';
import { TransactionCanceledException } from '#lib/stores/dynamodb/client/exceptions';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { scanPages } from '#lib/stores/dynamodb/commands/scan';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { identifierItemKey, libraryKey, volumeKey } from './keys.ts';
import { asVolumeItem, packVolume, type VolumeItem, volumeOf } from './volumes.ts';

const SCHEMA = 2;
const AT_ONCE = 8;
const MAX_ATTEMPTS = 10;

export const dynamoCatalogue = (db: DocumentClient, TableName: string): CatalogueStore => {
  /** Two sources may hash to one id; the second one gets the next id. */
  async function itemFor(
    draft: VolumeDraft,
    id: string,
    item: VolumeItem | undefined,
  ): Promise<{ id: string; item: VolumeItem | undefined }> {
    if (item === undefined || item.volume.sourceKey === draft.sourceKey) return { id, item };
    for (let attempt = 1; ; attempt += 1) {
      const next = volumeId(draft.sourceKey, attempt);
      const { Item } = await db.send(new GetCommand({ TableName, Key: volumeKey(next), ConsistentRead: true }));
      const found = asVolumeItem(Item);
      if (found === undefined || found.volume.sourceKey === draft.sourceKey) return { id: next, item: found };
    }
  }

  async function write(
    changes: ReadonlyMap<string, { readonly before: VolumeItem | undefined; readonly after: Volume | undefined }>,
  ): Promise<void> {
    const puts: Item[] = [];
    const deletes: Key[] = [];
    for (const [id, { before, after }] of changes) {
      const keysAfter = identifierKeys(after?.identifiers ?? []);
      const keysBefore = identifierKeys(before?.volume.identifiers ?? []);
      puts.push(
        ...keysAfter
          .filter((key) => !keysBefore.includes(key))
          .map((key) => ({ ...identifierItemKey(key, id), schema: SCHEMA })),
      );
      deletes.push(...keysBefore.filter((key) => !keysAfter.includes(key)).map((key) => identifierItemKey(key, id)));
      if (after === undefined) deletes.push(volumeKey(id));
      else
        puts.push({
          ...volumeKey(id),
          schema: SCHEMA,
          volume: packVolume(after),
          ratingSum: before?.ratingSum,
          ratingCount: before?.ratingCount,
        });
    }
    await batchPut(db, TableName, puts);
    await inParallel(deletes, AT_ONCE, (Key) => db.send(new DeleteCommand({ TableName, Key })));
  }

  return {
    async *batches() {
      const pages = scanPages(db, {
        TableName,
        FilterExpression: 'sk = :volume',
        ExpressionAttributeValues: { ':volume': volumeKey('').sk },
      });
      for await (const items of pages) {
        const volumes = items.flatMap((item) => asVolumeItem(item) ?? []).map(volumeOf);
        yield volumes.map((volume) => ({ id: volume.id, outcome: 'unchanged', volume }));
      }
    },

    async save(drafts) {
      const ids = drafts.map(({ sourceKey }) => volumeId(sourceKey));
      const itemOf = await batchGet(db, TableName, ids.map(volumeKey));
      const changes = new Map<string, { before: VolumeItem | undefined; after: Volume | undefined }>();
      const saved: Saved[] = [];
      for (const [place, draft] of drafts.entries()) {
        const firstId = ids[place] ?? '';
        const { id, item } = await itemFor(draft, firstId, asVolumeItem(itemOf(volumeKey(firstId))));
        const current = changes.has(id) ? changes.get(id)?.after : item?.volume;
        const { outcome, volume } = mergeDraft(current, draft, id);
        if (outcome === 'added' || outcome === 'updated' || outcome === 'removed')
          changes.set(id, { before: item, after: volume });
        saved.push({ id, outcome, volume: volume && volumeOf({ ...item, volume }) });
      }
      await write(changes);
      return saved;
    },

    async rate(userId, id, rating, at) {
      for (let attempt = 0; ; attempt += 1) {
        const itemOf = await batchGet(db, TableName, [volumeKey(id), libraryKey(userId, id)]);
        const item = asVolumeItem(itemOf(volumeKey(id)));
        if (item === undefined) return undefined;
        const before = itemOf(libraryKey(userId, id))?.['rating'] as number | undefined;
        const [sum, count] = [rating - (before ?? 0), before === undefined ? 1 : 0];
        if (before === rating) return volumeOf(item);
        try {
          await db.send(
            new TransactWriteCommand({
              TransactItems: [
                {
                  Update: {
                    TableName,
                    Key: libraryKey(userId, id),
                    UpdateExpression: 'SET rating = :rating, updated = :at',
                    ConditionExpression: before === undefined ? 'attribute_not_exists(rating)' : 'rating = :before',
                    ExpressionAttributeValues: {
                      ':rating': rating,
                      ':at': at,
                      ...(before !== undefined && { ':before': before }),
                    },
                  },
                },
                {
                  Update: {
                    TableName,
                    Key: volumeKey(id),
                    UpdateExpression: 'ADD ratingSum :sum, ratingCount :count',
                    ConditionExpression: 'attribute_exists(pk)',
                    ExpressionAttributeValues: { ':sum': sum, ':count': count },
                  },
                },
              ],
            }),
          );
          return volumeOf({
            ...item,
            ratingSum: (item.ratingSum ?? 0) + sum,
            ratingCount: (item.ratingCount ?? 0) + count,
          });
        } catch (error) {
          if (!(error instanceof TransactionCanceledException) || attempt >= MAX_ATTEMPTS) throw error;
        }
      }
    },
  };
};
