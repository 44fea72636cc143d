// Loaded with `node --import` before any TypeScript, which an older Node could not even read; hence plain JavaScript.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Almanac needs Node ${NEEDED} or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux and Intel Macs `npm install` brings it along, unless optional packages are left out; elsewhere get it from https://nodejs.org.',
  );
  process.exit(1);
}
