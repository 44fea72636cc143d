/** Ways to send a message. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#lib/api/context';
import type { Message } from './message.ts';

export interface Mailer {
  /** Throws when the message was certainly not sent and may be tried again. */
  send(message: Omit<Message, 'from'>): Promise<void>;
}

/** Most changes are mailed to nobody, so what composes messages is loaded when the first one is. */
const composed = async (message: Message): Promise<Buffer> => (await import('./message.ts')).compose(message);

/** Puts messages into a folder, for a laptop: `<time>-<id>.eml`. */
export const folderMailer = (folder: string, from: string): Mailer => ({
  async send(message) {
    const bytes = await composed({ ...message, from });
    await mkdir(folder, { recursive: true });
    const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.id}.eml`;
    // Whoever looks into the folder sees whole messages.
    await writeFile(join(folder, `.${name}`), bytes);
    await rename(join(folder, `.${name}`), join(folder, name));
  },
});

export const sesMailer = (from: string, log: Logger): Mailer => ({
  async send(message) {
    const [Data, { sendRaw }] = await Promise.all([composed({ ...message, from }), import('./ses.ts')]);
    await sendRaw({ from, to: message.to, Data }, log);
  },
});
