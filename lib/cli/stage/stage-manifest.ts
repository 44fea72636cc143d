/** The backup of a deployed stage: which exports hold its tables. The items themselves stay on AWS. */
import { readFileSync } from 'node:fs';
import { StartupError } from '#lib/command/startup-error';

const KIND = 'almanac-stage-backup';
const VERSION = 1;

export interface TableExport {
  readonly logicalId: string;
  readonly table: string;
  /** Where the files of the export are, in the bucket. */
  readonly prefix: string;
  readonly items: number;
}

export interface StageManifest {
  readonly kind: typeof KIND;
  readonly version: number;
  readonly stage: string;
  readonly bucket: string;
  /** RFC 3339: all tables are as they were then. */
  readonly takenAt: string;
  readonly tables: readonly TableExport[];
}

export const newStageManifest = (told: Omit<StageManifest, 'kind' | 'version'>): StageManifest => ({
  kind: KIND,
  version: VERSION,
  ...told,
});

export function readStageManifest(file: string): StageManifest {
  let manifest: Partial<StageManifest>;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<StageManifest>;
  } catch (error) {
    throw new StartupError(`${file} is no backup of a stage: ${String(error)}`, { cause: error });
  }
  if (manifest.kind !== KIND) throw new StartupError(`${file} is no backup of a stage.`);
  if (Number(manifest.version) > VERSION)
    throw new StartupError(`${file} was written by a newer Almanac: update this one.`);
  return manifest as StageManifest;
}
