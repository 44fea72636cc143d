import { BadRequestException, MailFromDomainNotVerifiedException, MessageRejected, NotFoundException, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { logger } from '#lib/runtime/logger';

const client = new SESv2Client({ maxAttempts: 4 });

/** Trying again would end the same way. */
const REFUSALS = [BadRequestException, MessageRejected, MailFromDomainNotVerifiedException, NotFoundException];

export async function sendRaw({ from, to, Data }: { readonly from: string; readonly to: string; readonly Data: Buffer }): Promise<void> {
  try {
    await client.send(new SendEmailCommand({ FromEmailAddress: from, Destination: { ToAddresses: [to] }, Content: { Raw: { Data } } }));
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    logger.error('mail was refused', { error: String(error) });
  }
}
