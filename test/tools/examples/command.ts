/**
 * `npm run examples`: the package is made, installed into an empty folder and measured, and every example of
 * lib/testing/README.md is run with its test runner. Needs the registry; takes a minute.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { command, WrongUsage } from '#lib/command/command';
import { program } from '#lib/command/program';
import { findBrowser } from '#test/support/http/launch-browser';
import { packCheckout } from '#test/support/stack/pack-checkout';

const run = promisify(execFile);
const README = join(import.meta.dirname, '../../../lib/testing/README.md');
const MAX_INSTALLED_MB = 200;

interface Example {
  readonly packages: readonly string[];
  readonly file: string;
  readonly manifest?: object;
  readonly command: readonly string[];
  /** Other files that the runner needs here. */
  readonly files?: Readonly<Record<string, string>>;
}

/** People have a browser of Playwright's own. */
const playwrightConfig = async (): Promise<string> =>
  `export default { workers: 1, use: { launchOptions: ${JSON.stringify(await findBrowser())} } };\n`;

const EXAMPLES: Readonly<Record<string, Example>> = {
  'node:test': { packages: [], file: 'guests.test.js', manifest: { type: 'module' }, command: ['node', '--test'] },
  jest: {
    packages: ['jest'],
    file: 'retries.test.js',
    // Where many work on one machine, five seconds are not enough for a start.
    manifest: { jest: { testTimeout: 60_000 } },
    command: ['npx', 'jest'],
  },
  vitest: {
    packages: ['vitest@3', 'vite@6'],
    file: 'sync.test.js',
    manifest: { type: 'module' },
    command: ['npx', 'vitest', 'run'],
  },
  playwright: {
    packages: ['@playwright/test'],
    file: 'connect.spec.js',
    manifest: { type: 'module' },
    command: ['npx', 'playwright', 'test'],
    files: { 'playwright.config.js': await playwrightConfig() },
  },
};

const textOf = (name: string): string => {
  const [, text] = new RegExp(`\`\`\`js test=${name}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(README, 'utf8')) ?? [];
  if (text === undefined) throw new Error(`lib/testing/README.md has no example for ${name}.`);
  return text;
};

const megabytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) /
  2 ** 20;

const install = (cwd: string, packages: readonly string[]) =>
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd });

/** In a folder of the project, whose packages it finds. */
async function runExample(name: string, example: Example, project: string): Promise<void> {
  const { file, manifest = {}, command: commandLine, files = {} } = example;
  const cwd = join(project, file);
  mkdirSync(cwd);
  const texts = { ...files, 'package.json': JSON.stringify({ private: true, ...manifest }), [file]: textOf(name) };
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(cwd, path), text);
  const [runner = '', ...args] = commandLine;
  await run(runner, args, { cwd });
  console.log(`${name}: passes`);
}

/** All have one project: an install takes longer than an example. */
async function runExamples(names: readonly string[]): Promise<void> {
  const chosen = Object.entries(EXAMPLES).filter(([name]) => names.length === 0 || names.includes(name));
  const folder = mkdtempSync(join(tmpdir(), 'almanac-examples-'));
  try {
    const packed = await packCheckout(folder);
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    await install(project, [packed]);
    const megabytes = megabytesIn(join(project, 'node_modules'));
    console.log(`${(statSync(packed).size / 2 ** 20).toFixed(1)} MB packed, ${megabytes.toFixed(0)} MB installed`);
    if (megabytes >= MAX_INSTALLED_MB) throw new Error(`It takes ${String(MAX_INSTALLED_MB)} MB or more.`);
    await install(project, ['@googleapis/calendar', ...chosen.flatMap(([, { packages }]) => packages)]);
    for (const [name, example] of chosen) await runExample(name, example, project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await program(
  'npm run examples',
  command({
    does: 'Makes the npm package, installs it into an empty folder and runs the examples of lib/testing/README.md.',
    takes: `[${Object.keys(EXAMPLES).join('|')}]...`,
    options: {},
    example: 'vitest',
    async run(_options, names) {
      const unknown = names.find((name) => !(name in EXAMPLES));
      if (unknown !== undefined)
        throw new WrongUsage(`There is no example for '${unknown}', only for ${Object.keys(EXAMPLES).join(', ')}.`);
      await runExamples(names);
    },
  }),
);
