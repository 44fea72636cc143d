/** The declarations of the package: of `startAlmanac()` and of what it names. */
import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Declared {
  readonly root: string;
  readonly outdir: string;
  readonly entry: string;
}

/** Nothing is remembered of earlier runs: what TypeScript wrote once it would not write again into an empty folder. */
const settingsOf = ({ root, entry }: Declared, types: string): object => ({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    incremental: false,
    tsBuildInfoFile: null,
    rootDir: root,
    outDir: types,
    typeRoots: [join(root, 'node_modules/@types')],
  },
  files: [join(root, entry)],
  include: [],
});

export async function writeTypes(declared: Declared): Promise<void> {
  const { root, outdir } = declared;
  const types = join(outdir, 'types');
  const settings = join(outdir, 'tsconfig.json');
  await writeFile(settings, JSON.stringify(settingsOf(declared, types)));
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', settings]);
  await rm(settings);
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(join(types, file), 'utf8');
    await writeFile(join(types, file), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
