/** `npm run with -- COMMAND...`: runs a command whose client finds the local stack where it looks for Google. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { command, tokensOf, WrongUsage, type Options } from '#lib/command/command';
import { inShell } from '#lib/command/in-shell';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { runningStack } from '#lib/local/open-stage';
import { dataFolder, STAGE_OPTIONS } from './stage/use-stage.ts';

const OPTIONS = {
  data: STAGE_OPTIONS.data,
} as const satisfies Options;

/** From the first word that is not an option of ours on, everything belongs to the command. */
function split(args: readonly string[]): { readonly own: readonly string[]; readonly called: readonly string[] } {
  const word = tokensOf(args, OPTIONS).find(({ kind }) => kind !== 'option');
  const index = word?.index ?? args.length;
  return { own: args.slice(0, index), called: args.slice(index).filter((text, at) => at > 0 || text !== '--') };
}

const { own, called } = split(process.argv.slice(2));

function environmentFor(dataDir: string): Readonly<Record<string, string>> {
  const stack = runningStack(dataDir);
  if (stack === undefined)
    throw new StartupError(`No stack runs on ${dataDir}. Start one: npm start -- --https --data ${inShell(dataDir)}`);
  if (stack.https === undefined)
    throw new StartupError(`The stack on ${dataDir} serves only plain HTTP. Start it again with --https.`);
  return stack.https.environment;
}

/** Resolves with the exit code, 128 and the signal's number where one ended it, as shells have it. */
function run(environment: Readonly<Record<string, string>>): Promise<number> {
  const [name = '', ...args] = called;
  const child = spawn(name, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const pass = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      reject(new StartupError(`${name} cannot be run: ${error.message}`, { cause: error }));
    });
    child.on('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

await program(
  'npm run --silent with --',
  command({
    does: "Runs a command so that its requests to Google's hosts reach the local stack.",
    takes: 'COMMAND...',
    options: OPTIONS,
    example: 'curl https://www.googleapis.com/calendar/v3/colors',
    async run({ data }) {
      if (called.length === 0) throw new WrongUsage('Which command? For example: curl https://www.googleapis.com/');
      process.exitCode = await run(environmentFor(dataFolder(data)));
    },
  }),
  own,
);
