/** Runs a command for a person: what went wrong is one sentence on standard error and exit code 1, not a stack. */
import { CannotStart } from '#lib/local/cannot-start';

const isForPerson = (error: unknown): error is Error =>
  error instanceof CannotStart || (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));

export async function program(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    if (!isForPerson(error)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 1;
  }
}
