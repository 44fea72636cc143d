/**
 * A message as it goes over the wire (RFC 5322 and MIME): words, the same as HTML, and a calendar file to show and to
 * save.
 */
import MailComposer from 'nodemailer/lib/mail-composer';

export interface Message {
  readonly from: string;
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Absent in a letter that is not about an event. */
  readonly calendar?: { readonly method: string; readonly content: string } | undefined;
  /** The same for the same letter, however often it is composed. */
  readonly id: string;
  readonly date: Date;
}

export function compose({ from, replyTo, to, subject, text, html, calendar, id, date }: Message): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    replyTo,
    to,
    subject,
    text,
    html,
    date,
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')}>`,
    ...(calendar !== undefined && { icalEvent: calendar }),
    // Nothing that an event says makes this process read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
