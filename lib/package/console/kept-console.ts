/** The console of a checkout, which is bundled when it is opened. That takes half a second of processor time, so it is kept. */
import { fileURLToPath } from 'node:url';
import { keep, readKept } from '#lib/api/process/kept-file';
import type { BundledConsole } from './bundle-console.ts';

type Console = Pick<BundledConsole, 'index' | 'texts'>;

const FILE = fileURLToPath(new URL('../../../node_modules/.cache/almanac/bundled-console.json', import.meta.url));
const BUNDLER = fileURLToPath(new URL('bundle-console.ts', import.meta.url));

const bundleNow = async (): Promise<BundledConsole> => (await import('./bundle-console.ts')).bundleConsole();

export async function keptConsole(file = FILE, bundle = bundleNow): Promise<Console> {
  const known = readKept<Console>(file, [BUNDLER]);
  if (known !== undefined) return known;
  const beganMs = Date.now();
  const { index, texts, sources } = await bundle();
  keep(file, { index, texts }, [...sources, BUNDLER], beganMs);
  return { index, texts };
}
