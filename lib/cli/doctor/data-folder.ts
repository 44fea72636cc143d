/** Checks the data folder of `npm start`: version, permissions, disk, file dates. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkVersion, VERSION_FILE } from '#lib/local/data-folder/data-folder';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { passed, wrong, type Finding } from './finding.ts';

const MEBIBYTE = 1024 * 1024;
const MIN_FREE_BYTES = 200 * MEBIBYTE;
/** Files are dated by the same clock, so none can be from the future. */
const MAX_AHEAD_MS = 60_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function checkFolderVersion(folder: string): Finding[] {
  const path = join(folder, VERSION_FILE);
  const advice = 'Update this Almanac, or choose another folder with --data DIR.';
  if (!existsSync(path))
    return [passed('version of the folder: from before there were versions, which `npm start` reads')];
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    checkVersion(folder, kept);
    return [passed(`version of the folder: ${JSON.stringify(kept)}`)];
  } catch (error) {
    if (error instanceof SyntaxError) return [wrong(`${path} is damaged`, 'Remove it: `npm start` writes it anew.')];
    return [wrong(`version of the folder: ${reasonOf(error)}`, advice)];
  }
}

/** A writable folder, or one that can be created inside a writable folder. */
export function checkWritable(folder: string, what: string): Finding[] {
  const there = existsSync(folder) ? folder : join(folder, '..');
  try {
    if (!statSync(there).isDirectory())
      return [wrong(`${what}: ${there} is no folder`, 'Move it away: the folder is made when it is needed.')];
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    return [passed(`${what}: can be written to`)];
  } catch (error) {
    return [wrong(`${what}: ${reasonOf(error)}`, `Change the owner or the rights of ${there}.`)];
  }
}

export async function checkIssuerFile(folder: string): Promise<Finding[]> {
  const path = join(folder, 'issuer.json');
  const advice = `Put ${path} back from a copy, or remove it: \`npm start\` makes a new key, and old tokens end.`;
  if (!existsSync(path)) return [wrong(`issuer: ${path} is not there`, advice)];
  try {
    const { sign } = await openIssuer(folder);
    await sign({ email: 'doctor@example.com', scopes: [], ttlSeconds: 1 });
  } catch (error) {
    return [wrong(`issuer: the key in ${path} does not sign: ${reasonOf(error)}`, advice)];
  }
  // Windows has no such permissions.
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  if (isOpen) return [wrong(`issuer: others on this machine can read ${path}`, `\`chmod 600 ${path}\``)];
  return [passed('issuer: its key signs')];
}

export function checkDisk(folder: string, leastBytes = MIN_FREE_BYTES): Finding[] {
  const { bavail, bsize } = statfsSync(folder);
  const what = `disk: ${String(Math.floor((bavail * bsize) / MEBIBYTE))} MiB are free`;
  if (bavail * bsize >= leastBytes) return [passed(what)];
  return [wrong(what, 'Make room there, or choose a folder on another disk with --data DIR.')];
}

/** After a clock was set back, new changes would be older than existing ones. */
export function checkClockOfFiles(folder: string, nowMs = Date.now()): Finding[] {
  const latest = Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs));
  const aheadMs = latest - nowMs;
  if (aheadMs <= MAX_AHEAD_MS) return [passed('clock: not before what is kept')];
  const advice = 'Set the clock by the network (NTP); changes would be dated before those that are kept.';
  return [wrong(`clock: what is kept is ${String(Math.round(aheadMs / 1000))} s younger than now`, advice)];
}
