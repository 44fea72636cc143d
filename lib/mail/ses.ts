/**
 * Hands a message to SES at most once. The SDK would repeat a request whose answer it did not get, and SES would send
 * the message again: so it repeats nothing, and only what SES has refused is handed over another time.
 */
import { setTimeout } from 'node:timers/promises';
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import type { Handover } from './handover.ts';

/**
 * A connection that is kept may have ended while the function slept: what is sent over it fails, and nobody knows how
 * far it came.
 */
const UNUSED = { keepAlive: false };
const client = new SESv2Client({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 2_000, httpAgent: UNUSED, httpsAgent: UNUSED },
});

/**
 * Another attempt begins within this time, so that all of them together take less than a claim on a letter holds
 * (lib/calendar/guests/mail/send-once.ts).
 */
const ATTEMPTS_MS = 10_000;
const FIRST_PAUSE_MS = 250;

export interface RawMessage {
  readonly from: string;
  readonly to: string;
  readonly Data: Buffer;
}

/** Refusals that go away by themselves: too many requests at once. */
const THROTTLED = 429;
const THROTTLES = ['TooManyRequestsException', 'ThrottlingException', 'Throttling'];
/** Only says that the service has timed out. */
const REQUEST_TIMEOUT = 408;
/** No connection was made, or there were no credentials to sign with. */
const NEVER_LEFT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CredentialsProviderError',
];

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;

/** What a failed call says about the message. Whatever is not certainly a refusal leaves it open. */
function outcomeOf(error: unknown): Handover {
  const reason = String(error);
  if (error instanceof SESv2ServiceException) {
    const status = error.$metadata.httpStatusCode ?? error.$response?.statusCode ?? 0;
    if (isRefusal(status))
      return { kind: 'refused', reason, isPassing: status === THROTTLED || THROTTLES.includes(error.name) };
  }
  const marks = error instanceof Error ? [error.name, 'code' in error ? error.code : undefined] : [];
  if (NEVER_LEFT.some((mark) => marks.includes(mark))) return { kind: 'refused', reason, isPassing: true };
  return { kind: 'unclear', reason };
}

async function handOver({ from, to, Data }: RawMessage, patienceMs: number): Promise<Handover> {
  try {
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Raw: { Data } },
    });
    const message = refusalOf('ses', 'SendEmail', command.input);
    if (message !== undefined)
      throw new SESv2ServiceException({
        name: 'AccessDeniedException',
        $fault: 'client',
        message,
        $metadata: { httpStatusCode: 403 },
      });
    await client.send(command, { abortSignal: AbortSignal.timeout(patienceMs) });
    return { kind: 'taken' };
  } catch (error) {
    return outcomeOf(error);
  }
}

export async function handToSes(message: RawMessage, patienceMs: number): Promise<Handover> {
  const lastStartMs = Date.now() + ATTEMPTS_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const outcome = await handOver(message, patienceMs);
    const waitMs = pauseMs * (1 + Math.random());
    if (outcome.kind !== 'refused' || !outcome.isPassing || Date.now() + waitMs > lastStartMs) return outcome;
    await setTimeout(waitMs);
  }
}
