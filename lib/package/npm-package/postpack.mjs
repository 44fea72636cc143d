// Runs after `npm pack` and puts the package.json of the checkout back. After a pack that was cut off, run it by hand.
import { existsSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathTo = (name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

if (existsSync(pathTo('dist/package.json.checkout')))
  renameSync(pathTo('dist/package.json.checkout'), pathTo('package.json'));
