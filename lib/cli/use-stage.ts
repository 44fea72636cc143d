/** Points a program at the stack that runs on this machine, or at a deployed stage. Call it before loading what reads the environment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '#lib/local/cannot-start';
import { useDatabase } from '#lib/local/database/in-use';

export interface Where {
  /** Data folder of the local stack. */
  readonly data: string;
  /** A deployed stage, reached with the AWS credentials at hand. */
  readonly stage?: string | undefined;
  /** Its bucket, where it does not have the usual name. */
  readonly bucket?: string | undefined;
}

/** `npm start` leaves the environment of its functions in the data folder while it runs. */
function localStage(dataDir: string): Record<string, string> {
  try {
    const { env } = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as { env: Record<string, string> };
    return env;
  } catch {
    throw new CannotStart(`Nothing runs on ${dataDir}: begin with \`npm start\` in another terminal, or name a deployed stage with --stage.`);
  }
}

export function useStage({ data, stage, bucket }: Where): void {
  Object.assign(process.env, stage === undefined ? localStage(data) : { STAGE: stage, ...(bucket !== undefined && { BUCKET: bucket }) });
  useDatabase();
}
