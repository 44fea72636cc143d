/** What a backup says of itself. */
import { StartupError } from '#lib/command/startup-error';
import { VERSION } from '#lib/local/data-folder/data-folder';

export const MANIFEST = 'manifest.json';
/** Raised when an older release cannot read the archive. */
const BACKUP_VERSION = 1;
const KIND = 'almanac-backup';

export interface Manifest {
  readonly kind: typeof KIND;
  readonly version: number;
  /** The layout of the data folder, and the format of its database. */
  readonly folder: number;
  readonly database: number;
  /** RFC 3339. */
  readonly takenAt: string;
  /** Items by table. */
  readonly items: Readonly<Record<string, number>>;
  readonly objects: number;
}

export const newManifest = (told: Omit<Manifest, 'kind' | 'version' | 'folder'>): Manifest => ({
  kind: KIND,
  version: BACKUP_VERSION,
  folder: VERSION,
  ...told,
});

/** Older ones are taken: the next start brings them up to date, as it does with an older folder. */
export function checkManifest(file: string, value: unknown, databaseFormat: number): Manifest {
  const manifest = value as Partial<Manifest> | undefined;
  if (manifest?.kind !== KIND) throw new StartupError(`${file} is no backup of Almanac.`);
  const isNewer =
    Number(manifest.version) > BACKUP_VERSION ||
    Number(manifest.folder) > VERSION ||
    Number(manifest.database) > databaseFormat;
  if (isNewer) throw new StartupError(`${file} was written by a newer Almanac: update this one.`);
  return manifest as Manifest;
}
