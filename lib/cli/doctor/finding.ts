/**
 * The checks of `npm run doctor`, one file per subject; each returns findings, the type declared here.
 * `laptop.ts` runs the checks of a local data folder (`data-folder.ts`, `database-file.ts`, `tables.ts`, `clock.ts`);
 * `deployed.ts` runs those of a stage (`functions.ts`, `event-sources.ts`, `queues.ts`, `tables.ts`, `bucket.ts`, `mail.ts`,
 * `issuers.ts`).
 */

export interface Finding {
  readonly what: string;
  readonly isWrong: boolean;
  /** What to do; empty if nothing is wrong. */
  readonly advice: string;
}

export const passed = (what: string): Finding => ({ what, isWrong: false, advice: '' });
export const wrong = (what: string, advice: string): Finding => ({ what, isWrong: true, advice });

/** The faults of a thing, or one finding that it has none. */
export const faultsOrPassed = (faults: readonly Finding[], allRight: string): Finding[] =>
  faults.length === 0 ? [passed(allRight)] : [...faults];

const CREDENTIALS = /Credentials|ExpiredToken|UnrecognizedClient|InvalidClientToken|InvalidSignature|InvalidAccessKey/;
const FORBIDDEN = /AccessDenied|NotAuthorized|Forbidden/;

const REGION = 'Region is missing';

/** Without credentials or a region, AWS answers nothing at all. */
export const isAccessError = (error: unknown): boolean =>
  error instanceof Error && (CREDENTIALS.test(error.name) || error.message.includes(REGION));

/** Advice for a failed call to AWS. */
function adviceFor(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (CREDENTIALS.test(name)) return 'Give it credentials of the account, as the AWS command line takes them.';
  if (message.includes(REGION)) return 'Set AWS_REGION to the region of the stage.';
  if (FORBIDDEN.test(name)) return 'Run it with credentials that may read this.';
  return 'Try again; when it stays, look at the service health page of AWS and at your network.';
}

/** Runs a check; if it throws, that becomes a finding and the other checks continue. */
export async function checked(
  subject: string,
  check: () => Promise<Finding[]> | Finding[],
  advice?: string,
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return [wrong(`${subject}: could not be checked: ${reason}`, advice ?? adviceFor(error))];
  }
}

/** Whether an AWS error means that the resource does not exist. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && /NotFound|NoSuch|ResourceNotFound/.test(error.name);

/** Undefined if the resource does not exist. */
export async function unlessMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
