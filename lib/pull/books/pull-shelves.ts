/**
 * Copies a person's shelves from another books service. A volume that the catalogue here does not have, neither under
 * its id nor by its ISBN, is brought along. Every step compares before it writes, so a pull may be repeated and cut
 * short at any point.
 */
import { Readable } from 'node:stream';
import { ApiError } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { importFiles, type ImportContext } from '#lib/books/import/importer';
import type { ShelfAccess } from '#lib/books/model/bookshelf';
import { identifierKeys, type Identifier } from '#lib/books/model/identifiers';
import { volumeId } from '#lib/books/model/ids';
import type { Reader } from '#lib/books/stores/all';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The library of one person at the other service; paths are below `books/v1/`. */
export interface BooksUpstream {
  get<T>(path: string, query?: Query): Promise<T>;
}

interface ShelfThere {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly access: ShelfAccess;
  readonly volumeCount?: number;
}

interface VolumeThere {
  readonly id: string;
  readonly volumeInfo?: { readonly industryIdentifiers?: readonly Identifier[] };
}

interface VolumesPage {
  readonly totalItems?: number;
  readonly items?: readonly VolumeThere[];
}

/** A volume that could not be put on a shelf. */
export interface UntakenVolume {
  readonly id: string;
  readonly shelf: string;
  readonly reason: string;
}

export interface ShelvesResult {
  readonly shelves: number;
  readonly volumes: number;
  readonly changed: number;
  readonly untaken: readonly UntakenVolume[];
}

export interface ShelvesRequest {
  readonly email: string;
  readonly upstream: BooksUpstream;
  readonly context: ImportContext;
  readonly onProgress?: (volumes: number) => void;
}

const PAGE_SIZE = 40;
const LOOKUPS_AT_ONCE = 8;
const SOURCE = 'googlebooks';

/** Pages may be shorter than asked for; one that brings nothing new is the last. */
async function volumesOn(shelf: ShelfThere, upstream: BooksUpstream): Promise<VolumeThere[]> {
  const found = new Map<string, VolumeThere>();
  const path = `mylibrary/bookshelves/${String(shelf.id)}/volumes`;
  for (let startIndex = 0; ;) {
    const query = { startIndex, maxResults: PAGE_SIZE, projection: 'full' };
    const { items = [], totalItems = Infinity } = await upstream.get<VolumesPage>(path, query);
    const before = found.size;
    for (const volume of items) found.set(volume.id, volume);
    startIndex += items.length;
    if (found.size === before || startIndex >= totalItems) return [...found.values()];
  }
}

/** The id that a volume of the other service has in the catalogue here; undefined when it is not there. */
async function idHere(volume: VolumeThere, { stores }: ImportContext): Promise<string | undefined> {
  const brought = volumeId(`${SOURCE}:${volume.id}`);
  for (const id of [volume.id, brought]) if ((await stores.volumes.find(id)) !== undefined) return id;
  for (const key of identifierKeys(volume.volumeInfo?.industryIdentifiers ?? [])) {
    const [id] = await stores.volumes.withIdentifier(key);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Here by there. */
async function idsHere(
  volumes: readonly VolumeThere[],
  context: ImportContext,
): Promise<{ readonly ids: Map<string, string>; readonly missing: VolumeThere[] }> {
  const ids = new Map<string, string>();
  const missing: VolumeThere[] = [];
  await inParallel(volumes, LOOKUPS_AT_ONCE, async (volume) => {
    const id = await idHere(volume, context);
    if (id === undefined) missing.push(volume);
    else ids.set(volume.id, id);
  });
  return { ids, missing };
}

/** Into the catalogue and its search index; gives the reasons of those that are refused. */
async function bringVolumes(volumes: readonly VolumeThere[], context: ImportContext): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  if (volumes.length === 0) return refused;
  const text = volumes.map((volume) => `${JSON.stringify(volume)}\n`).join('');
  const bytes = Buffer.from(text);
  const file = { name: 'pull', fingerprint: text, format: 'googlebooks', open: () => Readable.from([bytes]) } as const;
  await importFiles([file], context, {
    onRefused: (_file, position, reason) => {
      refused.set(volumes[position - 1]?.id ?? '', reason);
    },
  });
  return refused;
}

/** Title, access and description. */
async function describeShelf(shelf: ShelfThere, reader: Reader | undefined, userId: string, context: ImportContext) {
  const known = reader?.shelves.find(({ id }) => id === shelf.id);
  const { title, description, access } = shelf;
  const isSame = known?.title === title && known.access === access && (known.description ?? '') === (description ?? '');
  if (isSame || (known === undefined && (shelf.volumeCount ?? 0) === 0 && shelf.id < 1000)) return 0;
  await context.stores.shelves.describe(userId, shelf.id, { title, description, access }, { at: context.now() });
  return 1;
}

/** Adds, removes and moves until the shelf holds these volumes in this order; gives how many changes that took. */
async function arrange(
  userId: string,
  shelfId: number,
  wanted: readonly string[],
  { stores: { shelves }, now }: ImportContext,
): Promise<number> {
  const current = await shelves.order(userId, shelfId);
  let changes = 0;
  for (const id of current.filter((one) => !wanted.includes(one))) {
    await shelves.remove(userId, shelfId, id, { at: now() });
    current.splice(current.indexOf(id), 1);
    changes += 1;
  }
  for (const id of wanted.filter((one) => !current.includes(one))) {
    await shelves.add(userId, shelfId, id, { at: now() });
    current.push(id);
    changes += 1;
  }
  for (const [place, id] of wanted.entries()) {
    if (current[place] === id) continue;
    await shelves.move(userId, shelfId, id, place, { at: now() });
    current.splice(current.indexOf(id), 1);
    current.splice(place, 0, id);
    changes += 1;
  }
  return changes;
}

export async function pullShelves({ email, upstream, context, onProgress }: ShelvesRequest): Promise<ShelvesResult> {
  const { readers } = context.stores;
  const { items: shelves = [] } = await upstream.get<{ items?: readonly ShelfThere[] }>('mylibrary/bookshelves');
  const userId = await readers.idFor(email, context.now());
  const reader = await readers.find(userId);
  const untaken: UntakenVolume[] = [];
  let [volumes, changed] = [0, 0];
  for (const shelf of shelves) {
    changed += await describeShelf(shelf, reader, userId, context);
    const there = await volumesOn(shelf, upstream);
    const { missing } = await idsHere(there, context);
    const refused = await bringVolumes(missing, context);
    changed += missing.length - refused.size;
    const { ids } = await idsHere(there, context);
    for (const { id } of there)
      if (!ids.has(id))
        untaken.push({ id, shelf: shelf.title, reason: refused.get(id) ?? 'It is not in the catalogue.' });
    const wanted = [...new Set(there.flatMap(({ id }) => ids.get(id) ?? []))];
    try {
      changed += await arrange(userId, shelf.id, wanted, context);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code >= 500) throw error;
      untaken.push({ id: '', shelf: shelf.title, reason: error.message });
    }
    volumes += there.length;
    onProgress?.(volumes);
  }
  return { shelves: shelves.length, volumes, changed, untaken };
}
