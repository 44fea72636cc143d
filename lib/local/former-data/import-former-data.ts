/** Copies the data of an earlier release from a data folder into the embedded database, once. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { DataFolder } from '#lib/local/data-folder/data-folder';
import { openEmbedded } from '#lib/local/database/embedded/open';
import { embeddedCheckpoints } from '#lib/local/database/embedded/storage/checkpoints';
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import type { Table } from '#lib/local/database/embedded/storage/table';
import { itemOfValues } from '#lib/local/database/embedded/values/attribute-values';
import { streamArnOf } from '#lib/local/database/tables';
import { SHARD } from '#lib/local/streams/changes';
import { checkpointKey } from '#lib/local/streams/delivery';
import type { DeployedFunction, Deployment } from '#lib/package/template/deployment';
import { formerData } from './former-data.ts';
import type { FormerData, FormerTable } from './former-table.ts';
import { lastDelivered } from './last-delivered.ts';

const ITEMS_AT_ONCE = 500;

type Folder = Pick<DataFolder, 'database' | 'dynamodb' | 'readJson'>;

/** Copies all items unchanged; streams do not report them. */
function copyItems(engine: Engine, table: Table, former: FormerTable, tell: (count: number) => void): void {
  let batch: Parameters<typeof itemOfValues>[0][] = [];
  let count = 0;
  const write = (): void => {
    engine.file.write(() => {
      for (const values of batch) {
        const item = itemOfValues(values);
        table.replace(table.keyOf(item), undefined, item, { at: Date.now(), isRecorded: false });
      }
    });
    count += batch.length;
    batch = [];
    tell(count);
  };
  for (const values of former.items()) {
    batch.push(values);
    if (batch.length === ITEMS_AT_ONCE) write();
  }
  if (batch.length > 0) write();
}

/** Copies changes that some function had not processed, and how far each function was. */
function copyChanges(
  engine: Engine,
  table: Table,
  former: FormerTable,
  data: FormerData,
  readers: readonly DeployedFunction[],
  kept: Readonly<Record<string, string>>,
): void {
  const { streamArn } = former;
  if (streamArn === undefined) return;
  const places = new Map(readers.map((reader) => [reader, lastDelivered(kept, reader.name, streamArn)]));
  const known = [...places.values()].filter((place) => place !== undefined);
  const oldest =
    known.length < readers.length ? undefined : known.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))[0];
  const done = new Map<string, string>();
  engine.file.write(() => {
    for (const { sequenceNumber, createdMs, keys, oldImage, newImage, ...change } of data.changes(
      former.name,
      oldest,
    )) {
      const images = { oldImage: oldImage && itemOfValues(oldImage), newImage: newImage && itemOfValues(newImage) };
      const number = engine.addChange(table, { ...change, atMs: createdMs, keys: itemOfValues(keys), ...images });
      for (const [target, place] of places) {
        const isDone = place !== undefined && BigInt(sequenceNumber) <= BigInt(place);
        if (isDone) done.set(checkpointKey({ target, arn: streamArnOf(table.name) }, SHARD), String(number));
      }
    }
  });
  const checkpoints = embeddedCheckpoints(engine);
  for (const [reader, number] of done) checkpoints.set(reader, number);
  checkpoints.flush();
}

/** The old files stay, renamed. Returns true if there was something to copy. */
export function importFormerData(
  folder: Folder,
  { tables, functions }: Deployment,
  tell: (line: string) => void,
): boolean {
  if (existsSync(folder.database)) return false;
  const former = formerData(folder.dynamodb);
  if (former === undefined) return false;
  tell(`Moving the data of ${former.engine} into the embedded database, once...`);
  // All or nothing: an interrupted copy starts again.
  const draft = `${folder.database}.new`;
  for (const ending of ['', '-wal', '-shm']) rmSync(`${draft}${ending}`, { force: true });
  const { engine, close } = openEmbedded({ file: draft });
  const kept = (folder.readJson('streams.json') ?? {}) as Record<string, string>;
  for (const table of former.tables()) {
    const definition = tables.find(({ create }) => create.TableName === table.name);
    if (definition === undefined) continue;
    const own = engine.createTable(definition.create, definition.ttlAttribute);
    const readers = functions.filter(({ streams }) => streams.some((source) => source.table === definition.logicalId));
    copyItems(engine, own, table, (count) => {
      if (count % 50_000 === 0) tell(`  ${table.name}: ${String(count)} items`);
    });
    if (readers.length > 0) copyChanges(engine, own, table, former, readers, kept);
  }
  former.close();
  close();
  renameSync(draft, folder.database);
  renameSync(folder.dynamodb, `${folder.dynamodb}.before`);
  tell(`  done; the old files are kept in ${folder.dynamodb}.before`);
  return true;
}
