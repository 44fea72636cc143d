import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#lib/command/startup-error';

interface Failure {
  readonly message: string;
  readonly stderr: string;
}

/** npm, the very one that runs us where there is one; Yarn and pnpm put themselves into the same variable. */
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
 * Puts the file of a package into a folder, as the registry that npm is configured for has it, and says where it is.
 * It asks nothing about machines: packages for others come as well.
 */
export async function npmPack(spec: string, folder: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const failure = await npm(['pack', spec, '--loglevel=error', '--no-update-notifier'], folder, env);
  const file = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'));
  if (failure === undefined && file !== undefined) return join(folder, file);
  const reason = failure === undefined ? 'nothing' : failure.stderr.trim() || failure.message;
  throw new StartupError(
    `${spec} could not be fetched. npm says:\n${reason}\n` +
      `Nothing was kept. See that npm reaches its registry (npm view ${spec} version), and run this again.`,
  );
}
