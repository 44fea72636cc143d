import { StartupError } from '#lib/command/startup-error';

const NAMES = ['embedded', 'memory', 'dynamodb-local'];

/** A database that there is; refused before anything is opened or removed for another. */
export function databaseOf(choice: string): string {
  if (NAMES.includes(choice) || /^https?:\/\//.test(choice)) return choice;
  throw new StartupError(
    `--database is embedded, memory, dynamodb-local or the URL of a DynamoDB endpoint, not '${choice}'.`,
  );
}
