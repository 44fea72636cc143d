/**
 * Where a run keeps its files: on Linux in memory, if there is enough. A run writes a gigabyte that goes with it, and on a
 * slow disk the tests would wait for that longer than they take.
 */
import { accessSync, constants, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isRunning } from '#lib/local/process/is-running';

/** A file system that Linux keeps in memory. */
const SHARED_MEMORY = '/dev/shm';
const GIGABYTE = 1024 ** 3;
/** Of the files of a run, and of browsers, which share memory there. */
const ROOM = 3 * GIGABYTE;
/** Of these files and of the tests themselves. */
const MEMORY = 8 * GIGABYTE;

const PREFIX = /^almanac-[a-z]+-(\d+)-/;

/** Starts the name of a folder of this process. */
export const ownPrefix = (name: string): string => `almanac-${name}-${String(process.pid)}-`;

function isLeftBehind(path: string): boolean {
  const [, pid] = PREFIX.exec(basename(path)) ?? [];
  return pid !== undefined && !isRunning(Number(pid)) && statSync(path).uid === (process.getuid?.() ?? 0);
}

/** Removes this user's folders of runs that were ended before they could do so themselves. */
export function removeLeftBehind(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (isLeftBehind(path)) rmSync(path, { recursive: true, force: true });
  }
}

/** Tests start programs from their folders; containers often forbid that there. */
function allowsPrograms(folder: string): boolean {
  const probe = join(folder, ownPrefix('probe'));
  try {
    writeFileSync(probe, '', { mode: 0o700 });
    accessSync(probe, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM && process.availableMemory() >= MEMORY;
  } catch {
    return false;
  }
}

/** Whoever sets TMPDIR has chosen. */
export function parentOfRuns(): string {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return tmpdir();
  if (!allowsPrograms(SHARED_MEMORY)) return tmpdir();
  removeLeftBehind(SHARED_MEMORY);
  return hasRoom(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
}
