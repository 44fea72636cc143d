import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { folderMailer } from '#lib/mail/mailer';
import { newFolder } from '#test/support/run/folders/new-folder';

test('on a laptop, a letter is one file in the folder, however often it is sent', async () => {
  const folder = join(newFolder(), 'outbox');
  const mailer = folderMailer(folder, 'Almanac <calendar@example.com>');
  const letter = {
    replyTo: 'alice@example.com',
    to: 'friend@elsewhere.example',
    subject: 'A report',
    text: 'Here it is',
    html: '<p>Here it is</p>',
    id: 'abc',
    date: new Date('2026-03-02T08:00:00.250Z'),
  };

  await mailer.send(letter);
  expect(await mailer.send(letter)).toEqual({ kind: 'taken' });

  expect(readdirSync(folder)).toEqual(['2026-03-02T08-00-00-250Z-abc.eml']);
  const email = await PostalMime.parse(readFileSync(join(folder, '2026-03-02T08-00-00-250Z-abc.eml')));
  expect([email.subject, email.text?.trim(), email.attachments]).toEqual(['A report', 'Here it is', []]);
  expect(email.to?.map(({ address }) => address)).toEqual(['friend@elsewhere.example']);
});
