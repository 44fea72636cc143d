// Runs on any version of Node; hence plain JavaScript. Finds the Node that Almanac runs on.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const NEEDED_NODE = 24;

/**
 * For what runs on it. The first releases of Node 24 warn people of their own SQLite. Short-lived objects have room from
 * the start, so that fewer of them outlive it: a list of 50 events takes 2.1 to 2.8 ms in place of 3.1 to 3.8.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
];

/** This Node if it is new enough, else the one that was installed with Almanac; undefined if there is none. */
export function nodeBinary() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  const require = createRequire(import.meta.url);
  for (const name of [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]) {
    try {
      return join(dirname(require.resolve(`${name}/package.json`)), 'bin', platform === 'win32' ? 'node.exe' : 'node');
    } catch {
      // Another package, or none, is installed.
    }
  }
  return undefined;
}
