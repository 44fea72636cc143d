/** What a check of the doctor found: all right, or wrong with what to do about it. */

export interface Finding {
  readonly what: string;
  readonly isWrong: boolean;
  /** What to do; empty where nothing is wrong. */
  readonly advice: string;
}

export const passed = (what: string): Finding => ({ what, isWrong: false, advice: '' });
export const wrong = (what: string, advice: string): Finding => ({ what, isWrong: true, advice });

/** One finding for each fault of a thing, or that it has none. */
export const faultsOrPassed = (faults: readonly Finding[], allRight: string): Finding[] =>
  faults.length === 0 ? [passed(allRight)] : [...faults];

const CREDENTIALS = /Credentials|ExpiredToken|UnrecognizedClient|InvalidClientToken|InvalidSignature|InvalidAccessKey/;
const FORBIDDEN = /AccessDenied|NotAuthorized|Forbidden/;

const REGION = 'Region is missing';

/** Without credentials or a region nothing at all is answered. */
export const isAccessError = (error: unknown): boolean =>
  error instanceof Error && (CREDENTIALS.test(error.name) || error.message.includes(REGION));

/** What to do where a question to AWS was not answered. */
function adviceOn(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (CREDENTIALS.test(name)) return 'Give it credentials of the account, as the AWS command line takes them.';
  if (message.includes(REGION)) return 'Set AWS_REGION to the region of the stage.';
  if (FORBIDDEN.test(name)) return 'Run it with credentials that may read this.';
  return 'Try again; when it stays, look at the service health page of AWS and at your network.';
}

/** A check that fails is a finding itself, and the others go on. */
export async function checked(
  subject: string,
  check: () => Promise<Finding[]> | Finding[],
  advice?: string,
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return [wrong(`${subject}: could not be checked: ${reason}`, advice ?? adviceOn(error))];
  }
}

/** Whether an error of AWS says that there is no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && /NotFound|NoSuch|ResourceNotFound/.test(error.name);

/** Undefined where AWS has no such thing. */
export async function unlessMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
