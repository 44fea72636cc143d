/** Ways to send a message. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#lib/api/context';
import type { Message } from './message.ts';

export interface Mailer {
  /** Throws when the message was not sent, as far as can be known, and may be tried again. Takes no longer than 20 seconds. */
  send(message: Omit<Message, 'from'>): Promise<void>;
}

/** Most changes are mailed to nobody, so what composes messages is loaded when the first one is. */
const composed = async (message: Message): Promise<Buffer> => (await import('./message.ts')).compose(message);

/** Puts messages into a folder, for a laptop: `<time>-<id>.eml`. The same letter is the same file. */
export const folderMailer = (folder: string, from: string): Mailer => ({
  async send(message) {
    const bytes = await composed({ ...message, from });
    await mkdir(folder, { recursive: true });
    const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.id}.eml`;
    // Whoever looks into the folder sees whole messages.
    const draft = join(folder, `.${randomUUID()}`);
    await writeFile(draft, bytes);
    await rename(draft, join(folder, name));
  },
});

export const sesMailer = (from: string, log: Logger): Mailer => ({
  async send(message) {
    const [Data, { sendRaw }] = await Promise.all([composed({ ...message, from }), import('./ses.ts')]);
    await sendRaw({ from, to: message.to, Data }, log);
  },
});
