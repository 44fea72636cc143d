/** `npm run seed`: files for `npm start -- --seed`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { CORE_SCHEMA, dump } from 'js-yaml';
import { command } from '#lib/command/command';
import { inShell } from '#lib/command/in-shell';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { runningStack } from '#lib/local/open-stage';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import { seedJsonSchema } from '#lib/local/sample/seed-file/form/json-schema';
import { dataFolder, stageCommand, STAGE_OPTIONS, type StageOptions } from './stage/use-stage.ts';

const EXAMPLE = new URL('../local/sample/seed-file/example.yaml', import.meta.url);

/** Never over another file. */
function init(file: string): void {
  try {
    writeFileSync(file, readFileSync(EXAMPLE), { flag: 'wx' });
  } catch (error) {
    throw hasErrorCode(error, { code: 'EEXIST' }) ? new StartupError(`${file} exists already.`) : error;
  }
  console.log(`Wrote ${file}. Begin with it: npm start -- --fresh --seed ${inShell(file)}`);
}

/** Undefined where it does not know; `fetch` fails with a TypeError when there is no answer, or half of one. */
async function toldBy(url: string): Promise<object | undefined> {
  try {
    const answer = await fetch(`${url}_almanac/seed`);
    return answer.ok ? ((await answer.json()) as object) : undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StartupError(
      `The stack at ${url} ended before it had answered. Run this again: without a stack, the data folder itself is read.`,
      { cause: error },
    );
  }
}

/** A running stack tells it by its own clock, which may be set. */
async function worldOf({ data, stage }: StageOptions): Promise<object> {
  const url = stage === undefined ? runningStack(dataFolder(data))?.gateway : undefined;
  const told = url === undefined ? undefined : await toldBy(url);
  if (told !== undefined) return told;
  const { exportSeed } = await import('#lib/local/sample/seed-file/export-seed');
  return exportSeed();
}

async function exportTo(file: string | undefined, stage: StageOptions): Promise<void> {
  const seed = await worldOf(stage);
  const isJson = file?.endsWith('.json') === true;
  const text = isJson
    ? `${JSON.stringify(seed, undefined, 2)}\n`
    : dump(seed, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true });
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  writeFileSync(file, text);
  console.log(`Wrote ${file}. Begin with it: npm start -- --fresh --seed ${inShell(file)}`);
}

await program('npm run --silent seed', {
  does: 'Helps to write files for `npm start -- --seed FILE`.',
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
    export: stageCommand({
      does: 'exports a data folder, or a running stack, as a seed file',
      options: {
        ...STAGE_OPTIONS,
        out: { type: 'string', value: 'FILE', does: 'YAML, or JSON if the name ends in .json; printed by default' },
      },
      example: '--out world.yaml',
      run: ({ out, ...stage }) => exportTo(out, stage),
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
