/** All keys of the books table. Ids that clients send may have any length. */
import { fitIntoKey } from '#lib/stores/dynamodb/commands/fit-into-key';
import type { Key } from '#lib/stores/dynamodb/item';

export const volumeKey = (id: string): Key => ({ pk: `V#${fitIntoKey(id)}`, sk: 'VOLUME' });

/** One item for each volume with this identifier. */
export const identifierPartition = (key: string): string => `I#${fitIntoKey(key)}`;
export const identifierItemKey = (key: string, volumeId: string): Key => ({
  pk: identifierPartition(key),
  sk: volumeId,
});

/** A user and the user's shelves are one collection. */
export const readerPartition = (userId: string): string => `U#${userId}`;
export const readerKey = (userId: string): Key => ({ pk: readerPartition(userId), sk: 'USER' });
export const SHELF_PREFIX = 'S#';
export const shelfKey = (userId: string, shelfId: number): Key => ({
  pk: readerPartition(userId),
  sk: `${SHELF_PREFIX}${String(shelfId).padStart(9, '0')}`,
});

/** The volumes of a shelf in order. Clearing starts a new generation with new ranks. */
export const placementPartition = (userId: string, shelfId: number): string => `U#${userId}#S#${String(shelfId)}`;
export const generationPrefix = (generation: number): string => `R#${String(generation).padStart(6, '0')}#`;
export const placementKey = (userId: string, shelfId: number, generation: number, rank: string): Key => ({
  pk: placementPartition(userId, shelfId),
  sk: generationPrefix(generation) + rank,
});

/** A user's purchase, rating and shelf ranks of one volume. */
export const libraryPartition = (userId: string): string => `U#${userId}#L`;
export const libraryKey = (userId: string, volumeId: string): Key => ({
  pk: libraryPartition(userId),
  sk: fitIntoKey(volumeId),
});

export const indexPointerKey: Key = { pk: 'INDEX', sk: 'CURRENT' };
export const catalogueIdKey: Key = { pk: 'INDEX', sk: 'CATALOGUE' };

/** Larger than any sort key that begins with the same text. */
export const AFTER_ALL = '\uffff';
