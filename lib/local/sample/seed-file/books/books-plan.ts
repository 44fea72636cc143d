/** What a seed says about volumes and shelves: checked as an import checks it, then written. */
import { foldAddress } from '#lib/api/text/address';
import type { ImportContext } from '#lib/books/import/importer';
import { readRecord } from '#lib/books/import/record/record';
import { FIRST_CUSTOM_SHELF, LAST_SHELF, SHELF } from '#lib/books/model/bookshelf';
import { isVolumeId, volumeId } from '#lib/books/model/ids';
import type { ShelfSettings, VolumeDraft } from '#lib/books/stores/all';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';
import type { Seed, SeedShelf, SeedVolume } from '#lib/local/sample/seed-file/form/schema';

const SOURCE = 'seed';

export interface ShelfPlan {
  readonly email: string;
  readonly shelfId: number;
  readonly settings?: ShelfSettings | undefined;
  readonly volumeIds: readonly string[];
}

export interface BooksPlan {
  readonly drafts: readonly VolumeDraft[];
  readonly shelves: readonly ShelfPlan[];
}

/** `csv:emma-1815` is a record of another source; a plain word is one of seeds. */
const sourceKeyOf = (id: string): string => (id.includes(':') ? id : `${SOURCE}:${id}`);

function planVolume({ id = '', ...record }: SeedVolume, path: Path, found: Findings): VolumeDraft[] {
  const [source = '', ...key] = sourceKeyOf(id).split(':');
  const read = readRecord({ ...record, source, key: key.join(':') }, 0);
  if ('draft' in read) {
    for (const warning of read.warnings) found.add(path, warning);
    return [read.draft];
  }
  found.add(path, read.refused);
  return [];
}

function shelfIdOf(name: string): number | undefined {
  if (Object.hasOwn(SHELF, name)) return SHELF[name as keyof typeof SHELF];
  const id = /^\d{4,9}$/.test(name) ? Number(name) : 0;
  return id >= FIRST_CUSTOM_SHELF && id <= LAST_SHELF ? id : undefined;
}

interface KnownVolumes {
  /** The id of a volume of the file or the catalogue. */
  idOf(word: string): string | undefined;
}

function planShelf(email: string, shelf: SeedShelf, path: Path, known: KnownVolumes, found: Findings): ShelfPlan[] {
  const { shelf: name = '', title, description, access = 'PRIVATE', volumes = [] } = shelf;
  const shelfId = shelfIdOf(name);
  const isOwn = shelfId !== undefined && shelfId >= FIRST_CUSTOM_SHELF;
  if (shelfId === undefined)
    found.add(
      [...path, 'shelf'],
      `There is no shelf '${name}', only ${Object.keys(SHELF).join(', ')} and 1001 upwards.`,
    );
  if (isOwn && title === undefined) found.add(path, 'A shelf of their own needs a title.');
  const volumeIds = volumes.flatMap((word, index) => {
    const id = known.idOf(word);
    if (id === undefined) found.add([...path, 'volumes', index], `There is no volume '${word}'.`);
    return id ?? [];
  });
  if (shelfId === undefined) return [];
  return [{ email, shelfId, volumeIds, ...(isOwn && { settings: { title: title ?? '', description, access } }) }];
}

/** The words of shelves, as ids of volumes that exist once the seed is applied. */
async function knownVolumes({ users = [], volumes = [] }: Seed, { stores }: ImportContext): Promise<KnownVolumes> {
  const idOf = (word: string): string => (isVolumeId(word) && !word.includes(':') ? word : volumeId(sourceKeyOf(word)));
  const own = new Map(volumes.map(({ id = '' }) => [id, volumeId(sourceKeyOf(id))]));
  const others = users
    .flatMap(({ shelves = [] }) => shelves.flatMap(({ volumes: words = [] }) => words))
    .filter((word) => !own.has(word));
  const there = others.length === 0 ? new Map() : await stores.volumes.findMany([...new Set(others.map(idOf))]);
  return { idOf: (word) => own.get(word) ?? (there.has(idOf(word)) ? idOf(word) : undefined) };
}

export async function planBooks(seed: Seed, context: ImportContext, found: Findings): Promise<BooksPlan> {
  const { users = [], volumes = [] } = seed;
  const known = await knownVolumes(seed, context);
  return {
    drafts: volumes.flatMap((volume, index) => planVolume(volume, ['volumes', index], found)),
    shelves: users.flatMap(({ email = '', shelves = [] }, index) =>
      shelves.flatMap((shelf, at) =>
        planShelf(foldAddress(email), shelf, ['users', index, 'shelves', at], known, found),
      ),
    ),
  };
}

const MAX_ATTEMPTS = 5;

async function saveVolumes(drafts: readonly VolumeDraft[], { catalogue, openDraft }: ImportContext): Promise<void> {
  if (drafts.length === 0) return;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const index = await openDraft();
    index.apply(await catalogue.save(drafts));
    if (await index.publish()) return;
  }
  throw new Error('Imports kept replacing the search index; apply the seed again when they are done.');
}

export async function applyBooks({ drafts, shelves }: BooksPlan, context: ImportContext): Promise<void> {
  await saveVolumes(drafts, context);
  const { readers, shelves: store } = context.stores;
  for (const { email, shelfId, settings, volumeIds } of shelves) {
    const userId = await readers.idFor(email, context.now());
    if (settings !== undefined) await store.describe(userId, shelfId, settings, { at: context.now() });
    for (const id of volumeIds) await store.add(userId, shelfId, id, { at: context.now() });
  }
}
