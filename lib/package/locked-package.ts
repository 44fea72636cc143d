/**
 * Packages of `package-lock.json`, including those that npm does not install because they are for another processor.
 */
import { hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-fs';
import { StartupError } from '#lib/command/startup-error';
import { npmPack } from './npm-pack.ts';

interface Locked {
  readonly name: string;
  readonly version: string;
  /** Its sha512 in base64. */
  readonly sum: string;
}

interface Dependencies {
  readonly env?: NodeJS.ProcessEnv;
  say?(line: string): void;
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string } | undefined>>;
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

async function readLock(project: string, name: string): Promise<Locked> {
  const { packages } = (await readJson(join(project, 'package-lock.json'))) as LockFile;
  const { version, integrity = '' } = packages[`node_modules/${name}`] ?? {};
  const sum = /(?:^|\s)sha512-(\S+)/.exec(integrity)?.[1];
  if (version === undefined || sum === undefined) {
    throw new StartupError(
      `package-lock.json has no version and sha512 of ${name}. Take that of the project, or run npm install.`,
    );
  }
  return { name, version, sum };
}

async function versionIn(folder: string): Promise<string | undefined> {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? ((await readJson(manifest)) as { version?: string }).version : undefined;
}

/** A temporary folder beside the target, removed afterwards. */
async function withTemporaryFolder<Result>(cache: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetching-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackChecked(file: string, { name, version, sum }: Locked, folder: string): Promise<void> {
  const found = hash('sha512', await readFile(file), 'base64');
  if (found !== sum) {
    throw new StartupError(
      `${name}@${version} is not what package-lock.json names: its sha512 is ${found}, not ${sum}. Nothing was kept. ` +
        'Check that npm uses the right registry (npm config get registry), and run this again.',
    );
  }
  await pipeline(createReadStream(file), createGunzip(), extract(folder, { strip: 1 }));
}

/** An atomic rename; if two processes fetched at once, the first result stays. */
async function moveIntoCache(folder: string, kept: string): Promise<void> {
  try {
    await rename(folder, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}

/** The folder of a package in the locked version: installed, cached, or fetched now. */
export async function lockedPackage(name: string, project: string, dependencies: Dependencies = {}): Promise<string> {
  const { env, say = console.log } = dependencies;
  const locked = await readLock(project, name);
  const installed = join(project, 'node_modules', name);
  if ((await versionIn(installed)) === locked.version) return installed;

  const cache = join(project, 'node_modules/.cache/almanac');
  const mark = Buffer.from(locked.sum, 'base64').toString('hex', 0, 8);
  const kept = join(cache, `${name.replace('/', '-')}-${locked.version}-${mark}`);
  if (existsSync(kept)) return kept;
  say(`Fetching ${name}@${locked.version}, which npm did not install on this machine`);
  await withTemporaryFolder(cache, async (scratch) => {
    const unpacked = join(scratch, 'package');
    await unpackChecked(await npmPack(`${name}@${locked.version}`, scratch, env), locked, unpacked);
    await moveIntoCache(unpacked, kept);
  });
  return kept;
}
