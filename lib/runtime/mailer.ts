/** How this stage sends mail: through SES, into a folder on a laptop, or not at all. */
import { folderMailer, sesMailer, type Mailer } from '#lib/mail/mailer';
import type { config } from '#lib/runtime/process/config';

const LOCAL_SENDER = 'almanac@localhost';

export function mailerOf({
  mailSender,
  mailOutbox,
}: Pick<typeof config, 'mailSender' | 'mailOutbox'>): Mailer | undefined {
  if (mailOutbox !== undefined) return folderMailer(mailOutbox, mailSender ?? LOCAL_SENDER);
  return mailSender === undefined ? undefined : sesMailer(mailSender);
}
