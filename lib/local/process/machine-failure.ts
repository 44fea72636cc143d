/** Errors of the machine rather than of the program, as messages that say what to do. */
import { statfsSync } from 'node:fs';

const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set<unknown>(['EACCES', 'EPERM', 'EROFS']);
const NO_FOLDER = new Set<unknown>(['EEXIST', 'ENOTDIR']);
/** SQLite's primary codes, without the detail bits: https://sqlite.org/rescode.html */
const [READ_ONLY, DISK_FULL, CANNOT_OPEN] = [8, 13, 14];

/** For errors that came through a log line or a server. */
const FULL_TEXT = /\bENOSPC\b|no space left on device|database or disk is full/i;
const ALMOST_FULL_BYTES = 256 * 1024;

/** An error and its causes. */
function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  for (
    let link = error;
    typeof link === 'object' && link !== null && chain.length < 5;
    link = Reflect.get(link, 'cause')
  )
    chain.push(link);
  return chain;
}

const codeOf = (link: object): unknown => Reflect.get(link, 'code');
const sqliteCodeOf = (link: object): number => Number(Reflect.get(link, 'errcode') ?? 0) & 0xff;

/** A database in another process does not report why it failed. */
function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ALMOST_FULL_BYTES;
  } catch {
    return false;
  }
}

/** A message if the disk of the folder is full, else undefined. */
export function diskFullMessage(error: unknown, folder: string): string | undefined {
  const isFull = chainOf(error).some(
    (link) =>
      FULL.has(codeOf(link)) ||
      sqliteCodeOf(link) === DISK_FULL ||
      FULL_TEXT.test(String(Reflect.get(link, 'message'))),
  );
  if (!isFull && !FULL_TEXT.test(String(error)) && !isDiskFull(folder)) return undefined;
  return `The disk is full: ${folder} cannot grow. Make room there, or choose one on another disk with --data DIR.`;
}

/** Why a folder cannot be used; undefined if the machine is not the reason. */
export function unusableFolderMessage(error: unknown, folder: string): string | undefined {
  const chain = chainOf(error);
  const code = String(chain.map(codeOf).find((found) => found !== undefined));
  if (
    chain.some(
      (link) => FORBIDDEN.has(codeOf(link)) || sqliteCodeOf(link) === READ_ONLY || sqliteCodeOf(link) === CANNOT_OPEN,
    )
  ) {
    return `${folder} cannot be written to (${code}). Change its owner or its rights, or choose another with --data DIR.`;
  }
  if (chain.some((link) => NO_FOLDER.has(codeOf(link))))
    return `${folder} is no folder. Choose another with --data DIR.`;
  return diskFullMessage(error, folder);
}
