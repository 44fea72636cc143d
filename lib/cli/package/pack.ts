/** `npm run pack`: makes the npm package of the local stack, for tests and laptops. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { npmPack } from '#lib/package/npm-pack';
import { buildPackage } from '#lib/package/npm-package/build';

await program(
  'npm run pack',
  command({
    does: 'Makes almanac-VERSION.tgz: `npx ./almanac-VERSION.tgz start`, or a dependency with startAlmanac().',
    example: '',
    run: async () => {
      const folder = fileURLToPath(new URL('../../../dist/almanac', import.meta.url));
      await buildPackage(folder);
      const file = await npmPack(folder, fileURLToPath(new URL('../../../', import.meta.url)));
      console.log(`${file}, ${(statSync(file).size / 1024 / 1024).toFixed(1)} MB`);
    },
  }),
);
