/**
 * The search index is a SQLite file. Imports publish versions of it (this file), functions search a local copy
 * (`index-replica.ts`, then `volume-index-reader.ts`); `volume-index-file.ts` has its tables.
 *
 * Say version 20260101000000000-1a2b3c4d is current. An import copies its file, changes the copy and uploads it as
 * `search/books/20260102000000000-5e6f7a8b.sqlite`. So far nobody sees it. Then one conditional write moves the pointer
 * (`INDEX`/`CURRENT` in the books table) from the first version to the second; if another import was faster, the upload
 * is removed and `publish` answers false. A function reads the pointer at most every `checkSeconds`, answers from its
 * old copy until the new one is complete, then deletes the old. The file of the first version stays, since a function
 * may still be fetching it, and is removed when a third version is published.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Ids } from '#lib/api/context';
import type { IndexDraft } from '#lib/books/stores/all';
import {
  type IndexPointer,
  OPENSEARCH_FORMAT,
  requireFormat,
  versionAt,
} from '#lib/stores/dynamodb/books/index-pointer';
import { contentOf, fetchIndex } from '#lib/stores/s3/index-files';
import type { SignedBucket } from '#lib/stores/s3/signed-bucket';
import { lockFolder } from './folder-lock.ts';
import { INDEX_FORMAT } from './index-format.ts';
import { type IndexWriter, writeIndex } from './volume-index-writer.ts';

export interface PublisherOptions {
  readonly pointer: IndexPointer;
  readonly bucket: Pick<SignedBucket, 'open' | 'upload' | 'remove'>;
  /** Where the draft is kept; after a crash the next import continues it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether an index that is in an OpenSearch domain may be left for a file that is begun empty. */
  readonly leavesDomain?: boolean | undefined;
}

const NO_VERSION = 'none';
const FOLDER = 'search/books/';
/** The version before may have been one of OpenSearch, which has no file. */
const fileOf = (key: string | undefined): string | undefined => (key?.startsWith(FOLDER) === true ? key : undefined);

export { OtherFormat } from '#lib/stores/dynamodb/books/index-pointer';

/** Another process on this machine has the draft open. */
export class DraftInUse extends Error {}

/** A draft in a file on this machine. */
export type FileDraft = Pick<IndexDraft, 'volumesInForce' | 'publish'> &
  Pick<IndexWriter, 'apply' | 'progressOf' | 'finish'> & { leave(): void };

/** `isEmpty` starts from nothing instead of from the current version. */
export async function openIndexDraft(options: PublisherOptions, beginning = { isEmpty: false }): Promise<FileDraft> {
  mkdirSync(options.folder, { recursive: true });
  const lock = lockFolder(options.folder);
  if (lock === undefined)
    throw new DraftInUse(
      'Another import into this stage is under way on this machine; start this one when that has ended.',
    );
  try {
    const draft = await openDraft(options, beginning);
    return {
      ...draft,
      leave() {
        draft.leave();
        lock.release();
      },
      publish: () =>
        draft.publish().finally(() => {
          lock.release();
        }),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openDraft(
  { pointer, bucket, folder, clock, ids, leavesDomain = false }: PublisherOptions,
  { isEmpty }: { readonly isEmpty: boolean },
): Promise<FileDraft> {
  const [path, basePath] = [join(folder, 'draft.sqlite'), join(folder, 'draft.base')];
  const base = await pointer.read();
  // A file would be built beside the domain that functions search.
  if (base?.format === OPENSEARCH_FORMAT && !(isEmpty && leavesDomain)) requireFormat(base, INDEX_FORMAT);
  // A draft of another catalogue, begun from as little as this one, holds other volumes, and one of another format
  // other terms.
  const catalogueId = await pointer.catalogueId(ids.hex(32));
  const name = `${catalogueId} ${base?.version ?? NO_VERSION} format ${String(INDEX_FORMAT)}`;
  // An import that continued half of a reindex would publish half of the catalogue.
  const ownName = isEmpty ? `${name} built anew` : name;
  const discard = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    rmSync(basePath, { force: true });
  };

  const isTakenUp = !isEmpty && existsSync(path) && existsSync(basePath) && readFileSync(basePath, 'utf8') === name;
  if (!isTakenUp) {
    discard();
    if (base !== undefined && !isEmpty) {
      requireFormat(base, INDEX_FORMAT);
      await fetchIndex(bucket.open, base, path);
    }
    writeFileSync(basePath, ownName);
  }
  const writer = writeIndex(path);
  const volumesBefore = writer.count();

  const publish = async (): Promise<boolean> => {
    const volumes = writer.count();
    // Many additions leave many segments; merging them makes every search faster.
    writer.close({ optimize: volumes > 2 * volumesBefore });
    const at = clock.now();
    const version = versionAt(at, ids);
    const key = `${FOLDER}${version}.sqlite`;
    const content = await contentOf(path);
    await bucket.upload(key, path, { contentType: 'application/vnd.sqlite3' });
    const next = {
      version,
      key,
      ...content,
      format: INDEX_FORMAT,
      volumes,
      publishedAt: at.toISOString(),
      previousKey: fileOf(base?.key),
    };
    const isInForce = await pointer.move(base, next);
    const outdated = isInForce ? fileOf(base?.previousKey) : key;
    if (outdated !== undefined) await bucket.remove(outdated);
    return isInForce;
  };

  return {
    volumesInForce: base?.volumes,
    apply: writer.apply,
    progressOf: writer.progressOf,
    finish: writer.finish,
    leave() {
      writer.abandon();
      if (isEmpty) discard();
    },
    async publish() {
      try {
        const isInForce = await publish();
        discard();
        return isInForce;
      } catch (error) {
        if (isEmpty) discard();
        throw error;
      }
    },
  };
}
