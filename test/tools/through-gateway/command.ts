/**
 * `npm run conformance:gateway`: the tests of test/client that speak to the services, and those of test/functions and
 * test/security that go over the wire, with a gateway in front of the stack that they test.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { EXCEPTIONS, type Exception } from './exceptions.ts';

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Of pages and sign-in, or of things that a gateway has of its own: quota, and the size of a batch's answer. */
const OTHERS = /snippets|documentation-page|console|quota|large-answers|fuzz|oauth|upstream\/|guard/;
const OVER_THE_WIRE = /use-gateway'|support\/http\/gateway'|use-oauth'/;

const filesToRun = (): string[] =>
  globSync('test/{client,functions,security}/**/*.test.ts').filter(
    (file) => !OTHERS.test(file) && OVER_THE_WIRE.test(readFileSync(file, 'utf8')),
  );

const fits = ({ file, test = '' }: Exception, [path, name]: readonly [string, string]): boolean =>
  path.endsWith(`test/${file}`) && name.startsWith(test);

function run(files: readonly string[], output: string): Results {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  spawnSync(process.execPath, [...jest, '--json', `--outputFile=${output}`, '--runTestsByPath', ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ALMANAC_TEST_FRONT: 'on' },
  });
  return JSON.parse(readFileSync(output, 'utf8')) as Results;
}

/** Prints what passed and what did not; whether all is as the list says. */
function compareWithList(folder: string): boolean {
  const excluded = EXCEPTIONS.filter(({ test }) => test === undefined);
  const files = filesToRun().filter((file) => !excluded.some((exception) => fits(exception, [file, ''])));
  const { testResults } = run(files, join(folder, 'results.json'));
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ at: [name, fullName] as const, isPassed: status === 'passed' })),
  );
  const broken = testResults.filter(({ assertionResults }) => assertionResults.length === 0).map(({ name }) => name);
  const known = ({ at }: (typeof all)[number]): boolean => EXCEPTIONS.some((exception) => fits(exception, at));
  const failed = all.filter((one) => !one.isPassed && !known(one));
  const passing = all.filter((one) => one.isPassed && known(one));
  const exceptional = all.filter((one) => !one.isPassed && known(one));
  console.log(`${String(all.length)} tests of ${String(files.length)} files through a gateway:`);
  console.log(`  ${String(all.filter(({ isPassed }) => isPassed).length)} pass, ${String(exceptional.length)} cannot`);
  for (const { file, test = 'all', why } of EXCEPTIONS) console.log(`  ${file}: ${test}. ${why}`);
  for (const { at } of failed) console.log(`FAILED  ${at.join(': ')}`);
  for (const { at } of passing) console.log(`PASSED, but is an exception  ${at.join(': ')}`);
  for (const file of broken) console.log(`DID NOT RUN  ${file}`);
  return failed.length + passing.length + broken.length === 0 && all.length > 0;
}

await program(
  'npm run conformance:gateway',
  command({
    does: 'Runs the client tests with a gateway in front of the stack that they test.',
    example: '',
    run: () => {
      const folder = mkdtempSync(join(tmpdir(), 'almanac-through-'));
      try {
        if (!compareWithList(folder)) process.exitCode = 1;
      } finally {
        rmSync(folder, { recursive: true });
      }
      return Promise.resolve();
    },
  }),
);
