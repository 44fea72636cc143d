import { memoized } from '#lib/api/process/memoized';
import type { Volume } from '#lib/books/model/volume';
import type { VolumesById, VolumeStore } from '#lib/books/stores/all';
import { packBody, unpackBody, type Body } from '#lib/stores/dynamodb/body';
import { type DocumentClient, GetCommand } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { AFTER_ALL, identifierPartition, volumeKey } from './keys.ts';

/** The catalogue's record, and the sums of users' ratings, which imports never change. */
export interface VolumeItem {
  readonly volume: Volume;
  readonly ratingSum?: number;
  readonly ratingCount?: number;
}

/** A read of a volume costs the same up to 4 KB, and most are read far more often than written. */
const MIN_DEFLATED = 4_000;

export const packVolume = (volume: Volume): string | Uint8Array => packBody(volume, MIN_DEFLATED);

/** The same volumes are found again and again, and most have not changed: their texts are read once. */
const MAX_TEXTS_CACHED = 1_000;
const volumeInText = memoized(MAX_TEXTS_CACHED, (text: string) => unpackBody<Volume>(text));

export function asVolumeItem(item: Item | undefined): VolumeItem | undefined {
  if (item === undefined) return undefined;
  const { volume, ...rest } = item as Item & { readonly volume: Body };
  return { ...rest, volume: typeof volume === 'string' ? volumeInText(volume) : unpackBody<Volume>(volume) };
}

/** The average counts ratings from the record and from users. */
export function volumeOf({ volume, ratingSum = 0, ratingCount = 0 }: VolumeItem): Volume {
  if (ratingCount === 0) return volume;
  const ratingsCount = (volume.ratingsCount ?? 0) + ratingCount;
  const sum = (volume.averageRating ?? 0) * (volume.ratingsCount ?? 0) + ratingSum;
  return { ...volume, ratingsCount, averageRating: sum / ratingsCount };
}

/** Those of the volumes that were found. */
export const volumesById = (ids: readonly string[], itemOf: (key: Key) => Item | undefined): VolumesById =>
  new Map(
    ids.flatMap((id) => {
      const item = asVolumeItem(itemOf(volumeKey(id)));
      return item === undefined ? [] : [[id, volumeOf(item)] as const];
    }),
  );

export const dynamoVolumes = (db: DocumentClient, TableName: string): VolumeStore => ({
  async find(id, { isConsistent } = { isConsistent: false }) {
    const { Item } = await db.send(new GetCommand({ TableName, Key: volumeKey(id), ConsistentRead: isConsistent }));
    const item = asVolumeItem(Item);
    return item && volumeOf(item);
  },

  async findMany(ids) {
    if (ids.length === 0) return new Map();
    return volumesById(ids, await batchGet(db, TableName, ids.map(volumeKey)));
  },

  async withIdentifier(key) {
    const items = await queryAll(db, TableName, { pk: identifierPartition(key), by: 'sk', from: ' ', to: AFTER_ALL });
    return items.map(({ sk }) => String(sk));
  },
});
