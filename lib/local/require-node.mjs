// Loaded with `node --import` before any TypeScript, which an older Node could not even read; hence plain JavaScript.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Almanac needs Node ${NEEDED} or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux, macOS and Windows `npm install` brings it along, unless optional packages are left out; elsewhere get it from https://nodejs.org.',
  );
  process.exit(1);
}

// Keeps code without its types and compiled: loading takes a third of the time from the second start on.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/almanac/code', import.meta.url)));
