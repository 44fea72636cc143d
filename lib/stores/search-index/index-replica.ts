/**
 * The search index inside a function: the version in force is fetched once to local disk and served from there. At most
 * every `checkSeconds` a search looks, without waiting, whether there is a newer one; until that one is complete and
 * its checksum is right, the old one answers.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Logger } from '#lib/api/context';
import { remembered } from '#lib/api/process/remembered';
import type { VolumeIndex } from '#lib/books/stores/all';
import type { IndexPointer, IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';
import { fetchIndex, type OpenObject } from '#lib/stores/s3/index-files';
import { INDEX_FORMAT } from './index-format.ts';
import { type IndexReader, readIndex } from './volume-index-reader.ts';

export interface ReplicaOptions {
  readonly pointer: IndexPointer;
  /** Reads an object of the stage's bucket. */
  readonly open: OpenObject;
  readonly folder: string;
  readonly checkSeconds: number;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Serving {
  readonly version: string;
  readonly path: string;
  readonly reader: IndexReader;
}

export interface IndexReplica extends VolumeIndex {
  /** Looks for a newer version now; resolves when it is served. */
  refresh(): Promise<void>;
  close(): void;
}

export function indexReplica({ pointer, open, folder, checkSeconds, clock, log }: ReplicaOptions): IndexReplica {
  let serving: Serving | undefined;
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;
  const data = remembered(() => ({}));
  let dataServed = data();

  async function fetchVersion(version: IndexVersion): Promise<Serving> {
    if (version.format !== INDEX_FORMAT)
      throw new Error(
        `The search index ${version.version} has format ${String(version.format)}, this program reads ${String(INDEX_FORMAT)}: run \`npm run books -- reindex\` once.`,
      );
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${version.version}.sqlite`);
    // A file under its final name was checked when it was fetched.
    if (!existsSync(path)) await fetchIndex(open, version, path);
    return { version: version.version, path, reader: readIndex(path) };
  }

  async function check(): Promise<void> {
    const current = await pointer.read();
    const isNew = current !== undefined && current.version !== serving?.version;
    const next = isNew ? await fetchVersion(current) : undefined;
    checkedAt = clock.now().getTime();
    if (next === undefined) return;
    const old = serving;
    serving = next;
    if (old === undefined) return;
    old.reader.close();
    rmSync(old.path, { force: true });
    log.info('search index switched', { from: old.version, to: next.version });
  }

  function refresh(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** The data was replaced, and its index may be an older one, or none. */
  async function begin(): Promise<void> {
    dataServed = data();
    if ((await pointer.read()) === undefined) {
      serving?.reader.close();
      serving = undefined;
    }
    await refresh();
  }

  /** Only the first search waits; while the first version cannot be fetched, each one tries. */
  async function current(): Promise<IndexReader | undefined> {
    if (dataServed !== data()) await begin();
    else if (serving === undefined && checkedAt === -Infinity) await refresh();
    else if (checking === undefined && clock.now().getTime() - checkedAt >= checkSeconds * 1000) {
      refresh().catch((error: unknown) => {
        checkedAt = clock.now().getTime();
        log.error('search index could not be refreshed', { error: String(error) });
      });
    }
    return serving?.reader;
  }

  return {
    async search(request) {
      return (await current())?.search(request) ?? { totalItems: 0, ids: [] };
    },
    async preorders(ids, today) {
      return (await current())?.preorders(ids, today) ?? { preorders: new Set(), unknown: ids };
    },
    refresh,
    close() {
      serving?.reader.close();
      serving = undefined;
    },
  };
}
