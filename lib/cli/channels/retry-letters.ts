/** Sends letters that were set aside, at an operator's request. */
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { sendAgain } from '#lib/calendar/guests/mail/send-once';
import { StartupError } from '#lib/command/startup-error';

export async function retryLetters(which: string, { stores, mailer, clock }: Posting): Promise<void> {
  if (mailer === undefined) throw new StartupError('Name the sender of the stage with --mail-sender.');
  const chosen = (await stores.letters.listSetAside()).filter(({ message }) => which === 'all' || message.id === which);
  if (chosen.length === 0 && which !== 'all') throw new StartupError(`No letter '${which}' was set aside.`);
  if (chosen.length === 0) console.log('No letter was set aside.');
  for (const letter of chosen) {
    const objection = await sendAgain(letter, mailer, { stores, clock });
    if (objection !== undefined) process.exitCode = 1;
    console.log(
      `${letter.message.id} to ${letter.message.to}: ${objection === undefined ? 'sent' : `kept, ${objection}`}.`,
    );
  }
}
