/** Runs a command and ends it when standard input closes, which happens however the parent process ends. */
import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 2_000;

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));

const end = (): void => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
};
process.stdin.on('close', end).on('error', end).resume();
process.on('SIGTERM', end);
