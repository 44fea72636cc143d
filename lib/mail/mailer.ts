/** Ways to send a message. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handover } from './handover.ts';
import type { Message } from './message.ts';

/** A message without its sender. */
export type Unsent = Omit<Message, 'from'>;

export interface Mailer {
  /** The recipient gets one message, however often it is sent. */
  readonly isRepeatable: boolean;
  /** Takes no longer than 27 seconds. */
  send(message: Unsent): Promise<Handover>;
}

/** Most changes are mailed to nobody, so what composes messages is loaded when the first one is. */
const composed = async (message: Message): Promise<Buffer> => (await import('./message.ts')).compose(message);

/** Puts messages into a folder, for a laptop: `<time>-<id>.eml`. The same letter is the same file. */
export const folderMailer = (folder: string, from: string): Mailer => ({
  isRepeatable: true,
  async send(message) {
    const bytes = await composed({ ...message, from });
    await mkdir(folder, { recursive: true });
    const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.id}.eml`;
    // Written under another name first: readers of the folder see whole messages only.
    const draft = join(folder, `.${randomUUID()}`);
    await writeFile(draft, bytes);
    await rename(draft, join(folder, name));
    return { kind: 'taken' };
  },
});

const PATIENCE_MS = 15_000;

/** SES does not detect repeated messages: it sends what it gets twice, twice. */
export const sesMailer = (from: string, patienceMs = PATIENCE_MS): Mailer => ({
  isRepeatable: false,
  async send(message) {
    const [Data, { handToSes }] = await Promise.all([composed({ ...message, from }), import('./ses.ts')]);
    return handToSes({ from, to: message.to, Data }, patienceMs);
  },
});
