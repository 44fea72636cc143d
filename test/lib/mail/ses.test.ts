import { beforeEach, describe, expect, test } from '@jest/globals';
import { MessageRejected, SendEmailCommand, SESv2Client, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import PostalMime from 'postal-mime';
import { sesMailer } from '#lib/mail/mailer';

const ses = mockClient(SESv2Client);
const logged: string[] = [];
const log = { info: () => undefined, error: (text: string) => void logged.push(text) };
const mailer = sesMailer('Almanac <calendar@example.com>', log);
const message = {
  replyTo: 'alice@example.com',
  to: 'friend@elsewhere.example',
  subject: 'Invitation: Zmittag für alle\r\nBcc: victim@example.com',
  text: 'Come',
  html: '<p>Come</p>',
  calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n' },
  id: 'abc',
  date: new Date('2026-03-02T08:00:00Z'),
};

beforeEach(() => {
  ses.reset();
});

describe('mail through SES', () => {
  test('goes to its one reader as a whole message, whatever the subject holds', async () => {
    ses.on(SendEmailCommand).resolves({});
    await mailer.send(message);

    const [call] = ses.commandCalls(SendEmailCommand);
    expect(call?.args[0].input).toMatchObject({ FromEmailAddress: 'Almanac <calendar@example.com>', Destination: { ToAddresses: ['friend@elsewhere.example'] } });
    const email = await PostalMime.parse(call?.args[0].input.Content?.Raw?.Data ?? '');
    expect([email.from?.address, email.to?.map(({ address }) => address), email.replyTo?.[0]?.address, email.bcc]).toEqual(['calendar@example.com', ['friend@elsewhere.example'], 'alice@example.com', undefined]);
    expect([email.messageId, email.date]).toEqual(['<abc@example.com>', '2026-03-02T08:00:00.000Z']);
    expect(email.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toContainEqual(['invite.ics', 'application/ics']);
  });

  test('that SES refuses for good is given up', async () => {
    ses.on(SendEmailCommand).rejects(new MessageRejected({ message: 'Address blacklisted', $metadata: {} }));

    await mailer.send(message);

    expect(logged).toEqual(['mail was refused']);
  });

  test('that SES refuses for now fails, so that it is tried again', async () => {
    ses.on(SendEmailCommand).rejects(new TooManyRequestsException({ message: 'Slow down', $metadata: {} }));

    await expect(mailer.send(message)).rejects.toThrow('Slow down');
  });
});
