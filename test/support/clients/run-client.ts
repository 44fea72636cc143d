/** Runs a snippet in its own language, where its client is installed; where not, says so. */
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '#test/support/run/folders/new-folder';
import { ROOT } from '#test/support/stack/stack-process';

export type Command = readonly [program: string, ...args: string[]];

/** One way to run a client. */
export interface Way {
  /** Ends with 0 where the client is installed. */
  readonly probe: Command;
  readonly command: Command;
  /** What the snippet's note says about this version of the client. */
  readonly edit?: (code: string) => string;
}

export interface Client {
  /** What must be installed. */
  readonly needs: string;
  /** The file that the snippet is written to. */
  readonly file: string;
  /** Other files of its program, by name. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The first that is installed is taken. */
  readonly ways: readonly Way[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where its packages are found: as if its folder were the project's. */
export function folderOfClient(): string {
  const folder = newFolder();
  for (const packages of ['node_modules', 'vendor']) symlinkSync(join(ROOT, packages), join(folder, packages));
  return folder;
}

const HANDED_ON = ['PATH', 'HOME', 'CLASSPATH'];

/** Nothing of this process's environment but what programs need to be found, besides what is named. */
export const clientEnvironment = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(HANDED_ON.map((name) => [name, process.env[name] ?? ''])),
  ...more,
});

export function execute(
  [program, ...args]: Command,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: clientEnvironment(env) }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ code, stdout, stderr });
    });
  });
}

async function firstInstalled(
  ways: readonly Way[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Way | undefined> {
  for (const way of ways) if ((await execute(way.probe, cwd, env)).code === 0) return way;
  return undefined;
}

/** What was found of a client: nothing is installed or removed meanwhile. */
const found = new Map<Client, Promise<Way | undefined>>();

/** The line that a person sees, and the answer of a run that did not take place. */
export function notRun(name: string, needs: string): string {
  const line = `Not run: the snippet for ${name}, for ${needs} is not installed here.`;
  process.stderr.write(`${line}\n`);
  return line;
}

/** What it printed, or the line that says why it was not run. */
export async function runClient(
  name: string,
  client: Client,
  code: string,
  given: Readonly<Record<string, string>>,
  cwd = folderOfClient(),
): Promise<Outcome | string> {
  const env = { ...client.environment, ...given };
  for (const [file, text] of Object.entries(client.beside ?? {})) writeFileSync(join(cwd, file), text);
  const probed = found.get(client) ?? firstInstalled(client.ways, cwd, env);
  found.set(client, probed);
  const way = await probed;
  if (way === undefined) return notRun(name, client.needs);
  writeFileSync(join(cwd, client.file), (way.edit ?? ((text) => text))(code));
  return execute(way.command, cwd, env);
}
