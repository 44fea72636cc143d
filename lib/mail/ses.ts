import { BadRequestException, MailFromDomainNotVerifiedException, MessageRejected, NotFoundException, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Logger } from '#lib/api/context';

/** All attempts together end before the claim on a letter does (lib/calendar/mail/post.ts). */
const client = new SESv2Client({ maxAttempts: 3, requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true } });

/** Trying again would end the same way. */
const REFUSALS = [BadRequestException, MessageRejected, MailFromDomainNotVerifiedException, NotFoundException];

export interface RawMessage {
  readonly from: string;
  readonly to: string;
  readonly Data: Buffer;
}

export async function sendRaw({ from, to, Data }: RawMessage, log: Logger): Promise<void> {
  try {
    await client.send(new SendEmailCommand({ FromEmailAddress: from, Destination: { ToAddresses: [to] }, Content: { Raw: { Data } } }));
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    log.error('mail was refused', { error: String(error) });
  }
}
