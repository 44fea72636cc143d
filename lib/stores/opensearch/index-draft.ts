/**
 * Writes the index in an OpenSearch domain. Searches go to an alias, `almanac-prod-books`, which stands for one index,
 * `almanac-prod-books-20260101000000000-1a2b3c4d`. An import writes through the alias, batch by batch. A reindex fills a
 * new index that nobody sees; then the alias is moved to it in one step, and the index before is removed when the next
 * version is published, for searches may still be at work on it.
 *
 * Which index is current is said by the pointer in the books table, as for files: every import and every reindex moves
 * it on with a conditional write when it ends. Who finds it moved by another begins again, so that a reindex loses
 * nothing that was imported meanwhile. The alias follows the pointer; where a process ended between the two, the next
 * one moves the alias first.
 */
import type { Clock, Ids } from '#lib/api/context';
import type { IndexDraft, Saved } from '#lib/books/stores/all';
import {
  type IndexPointer,
  type IndexVersion,
  OPENSEARCH_FORMAT,
  requireFormat,
  versionAt,
} from '#lib/stores/dynamodb/books/index-pointer';
import { writeBulk } from './bulk.ts';
import { documentOf, INDEX_BODY } from './document.ts';
import type { Domain } from './domain.ts';
import { importProgress } from './import-progress.ts';

export interface DraftOptions {
  readonly domain: Domain;
  readonly alias: string;
  readonly pointer: IndexPointer;
  readonly clock: Clock;
  readonly ids: Ids;
}

const removeIndex = async (domain: Domain, name: string): Promise<void> => {
  await domain.send('DELETE', `/${name}`, { accepts: [404] });
};

/** In one step: a search sees the old index or the new one. */
async function moveAlias(domain: Domain, alias: string, to: string): Promise<void> {
  const { status, body } = await domain.send<Readonly<Record<string, unknown>>>('GET', `/${alias}/_alias`, {
    accepts: [404],
  });
  const holders = status === 404 ? [] : Object.keys(body);
  if (holders.length === 1 && holders[0] === to) return;
  const actions = [
    ...holders.filter((index) => index !== to).map((index) => ({ remove: { index, alias } })),
    { add: { index: to, alias } },
  ];
  await domain.send('POST', '/_aliases', { body: { actions } });
}

/** The last word about a volume counts. */
const actionsOf = (saved: readonly Saved[]) =>
  [...new Map(saved.map(({ id, volume }) => [id, volume]))].map(([id, volume]) => ({
    id,
    document: volume === undefined ? undefined : documentOf(volume),
  }));

const isOurs = (version: IndexVersion | undefined): version is IndexVersion => version?.format === OPENSEARCH_FORMAT;

/** `isEmpty` starts from nothing instead of from the current version. */
export async function openSearchDraft(
  { domain, alias, pointer, clock, ids }: DraftOptions,
  { isEmpty } = { isEmpty: false },
): Promise<IndexDraft> {
  const base = await pointer.read();
  if (base !== undefined && !isEmpty) requireFormat(base, OPENSEARCH_FORMAT);
  const isNew = isEmpty || base === undefined;
  const index = isNew ? `${alias}-${versionAt(clock.now(), ids)}` : base.key;
  if (isNew) await domain.send('PUT', `/${index}`, { body: INDEX_BODY });
  else await moveAlias(domain, alias, index);
  const target = isNew ? index : alias;
  const progress = importProgress(domain, alias, index);
  const begun = new Set<string>();

  /** What was written here may be missing from the index that is current now: the files are read from the start. */
  const giveUp = async (): Promise<void> => {
    if (isNew) await removeIndex(domain, index);
    for (const file of begun) await progress.forget(file);
  };

  const countVolumes = async (): Promise<number> => {
    await domain.send('POST', `/${target}/_refresh`);
    return (await domain.send<{ readonly count: number }>('GET', `/${target}/_count`)).body.count;
  };

  return {
    volumesInForce: base?.volumes,
    async apply(saved, reached) {
      await writeBulk(domain, { target, isAlias: !isNew }, actionsOf(saved));
      if (reached === undefined) return;
      begun.add(reached.file);
      await progress.write(reached.file, reached.records);
    },
    progressOf: progress.read,
    finish: progress.forget,
    async leave() {
      if (isNew) await giveUp();
    },
    async publish() {
      const volumes = await countVolumes().catch(async (error: unknown) => {
        if (isNew) await giveUp();
        throw error;
      });
      const at = clock.now();
      const outdated = isOurs(base) ? base.previousKey : undefined;
      const isInForce = await pointer.move(base, {
        version: versionAt(at, ids),
        key: index,
        bytes: 0,
        crc32: '',
        format: OPENSEARCH_FORMAT,
        volumes,
        publishedAt: at.toISOString(),
        previousKey: isNew && isOurs(base) ? base.key : undefined,
      });
      if (!isInForce) {
        await giveUp();
        return false;
      }
      if (isNew) await moveAlias(domain, alias, index);
      if (outdated !== undefined) await removeIndex(domain, outdated);
      return true;
    },
  };
}
