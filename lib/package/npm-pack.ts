import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#lib/command/startup-error';

interface Failure {
  readonly message: string;
  readonly stderr: string;
}

/** Runs the same npm that runs us, if any; Yarn and pnpm set the same variable to themselves. */
function npm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Failure | undefined> {
  const runsUs = env['npm_execpath'];
  const [file, first, shell] =
    runsUs !== undefined && /[\\/]npm-cli\.c?js$/.test(runsUs)
      ? [process.execPath, [runsUs], false]
      : ['npm', [], process.platform === 'win32']; // npm.cmd there, which nothing but a shell starts
  return new Promise((resolve) => {
    execFile(file, [...first, ...args], { cwd, env, shell }, (error, _stdout, stderr) => {
      resolve(error === null ? undefined : { message: error.message, stderr });
    });
  });
}

/**
 * Downloads a package from the registry that npm is configured for into a folder; returns the file's path. Also
 * downloads packages for other machines.
 */
export async function npmPack(spec: string, folder: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const failure = await npm(['pack', spec, '--loglevel=error', '--no-update-notifier'], folder, env);
  const file = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'));
  if (failure === undefined && file !== undefined) return join(folder, file);
  const reason = failure === undefined ? 'nothing' : failure.stderr.trim() || failure.message;
  throw new StartupError(
    `${spec} could not be fetched. npm says:\n${reason}\n` +
      `Nothing was stored. Check that npm can reach its registry (npm view ${spec} version), and run this again.`,
  );
}
