/** The folder that takes mail on a laptop, as tests see it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboxMail } from './model/records.ts';

/** Drafts begin with a dot. */
function filesIn(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted();
}

/** Copies the letters; the result puts them back. */
export function outboxSnapshot(folder: string): () => void {
  const kept = new Map(filesIn(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return () => {
    const present = new Set(filesIn(folder));
    for (const name of present) if (!kept.has(name)) rmSync(join(folder, name));
    for (const [name, bytes] of kept) if (!present.has(name)) writeFileSync(join(folder, name), bytes);
  };
}

const addressesIn = (list: readonly { readonly address?: string | undefined }[] = []): string[] =>
  list.flatMap(({ address }) => address ?? []);

/** In the order in which they were sent. */
export async function readOutbox(folder: string): Promise<OutboxMail[]> {
  const { default: PostalMime } = await import('postal-mime');
  return Promise.all(
    filesIn(folder).map(async (name) => {
      const mail = await PostalMime.parse(readFileSync(join(folder, name)), { attachmentEncoding: 'utf8' });
      const invitation = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content;
      return {
        from: mail.from?.address ?? '',
        to: addressesIn(mail.to),
        subject: mail.subject ?? '',
        date: mail.date ?? '',
        text: mail.text ?? '',
        ...(invitation !== undefined && { calendar: String(invitation) }),
      };
    }),
  );
}
