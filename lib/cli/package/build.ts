/** `npm run build`: bundles the functions and says how large each one is. */
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { bundleFunctions, sizeTable } from '#lib/package/bundle';

await program(
  'npm run build',
  command({
    does: 'Bundles every function into dist/ and prints the size of each; `npm run package` runs it by itself.',
    example: '',
    run: async () => {
      console.log(sizeTable(await bundleFunctions()));
    },
  }),
);
