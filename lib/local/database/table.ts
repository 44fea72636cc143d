/** A table of the stack, in whichever database. */
import { StartupError } from '#lib/command/startup-error';

export interface Table {
  readonly logicalId: string;
  readonly name: string;
  readonly streamArn: string | undefined;
}

/** Nothing changes a table with other keys. */
export const otherShape = (name: string): Error =>
  new StartupError(
    `The table ${name} in the data folder has other keys than serverless.yml declares. Start with --fresh to delete its data, or with another --data folder.`,
  );
