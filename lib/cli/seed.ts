/** `npm run seed`: files for `npm start -- --seed`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import { seedJsonSchema } from '#lib/local/sample/seed-file/form/json-schema';

const EXAMPLE = new URL('../local/sample/seed-file/example.yaml', import.meta.url);

/** Never over another file. */
function init(file: string): void {
  try {
    writeFileSync(file, readFileSync(EXAMPLE), { flag: 'wx' });
  } catch (error) {
    throw hasErrorCode(error, { code: 'EEXIST' }) ? new StartupError(`${file} exists already.`) : error;
  }
  console.log(`Wrote ${file}. Begin with it: npm start -- --fresh --seed ${file}`);
}

await program('npm run --silent seed', {
  does: 'Worlds in a file, for `npm start -- --seed FILE`.',
  verbs: {
    init: command({
      does: 'writes an example with comments',
      takes: '[FILE]',
      example: 'world.yaml',
      run: (_values, [file = 'world.yaml']) => {
        init(file);
        return Promise.resolve();
      },
    }),
    schema: command({
      does: 'prints the JSON Schema of seed files, for editors',
      example: '',
      run: () => {
        console.log(JSON.stringify(seedJsonSchema(), undefined, 2));
        return Promise.resolve();
      },
    }),
  },
});
