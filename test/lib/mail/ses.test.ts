/** @modules own */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { sesMailer } from '#lib/mail/mailer';
import { type SesAnswer, useSes } from '#test/support/http/ses';

const SENDER = 'Almanac <calendar@example.com>';
// On a busy machine the stand-in takes its time; only where it never answers is the wait a part of the test.
const mailer = sesMailer(SENDER, 60_000);
const impatient = sesMailer(SENDER, 2_000);
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

const ses = useSes();
beforeAll(() => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SESV2: ses.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
  });
});
beforeEach(() => {
  ses.arrived.length = 0;
});

describe('mail through SES', () => {
  test('goes to its one reader as a whole message, whatever the subject holds', async () => {
    ses.answer('take');

    expect(await mailer.send(message)).toEqual({ kind: 'taken' });

    const email = await PostalMime.parse(ses.arrived[0] ?? '');
    expect([
      email.from?.address,
      email.to?.map(({ address }) => address),
      email.replyTo?.[0]?.address,
      email.bcc,
    ]).toEqual(['calendar@example.com', ['friend@elsewhere.example'], 'alice@example.com', undefined]);
    expect([email.messageId, email.date]).toEqual(['<abc@example.com>', '2026-03-02T08:00:00.000Z']);
    expect(email.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toContainEqual([
      'invite.ics',
      'application/ics',
    ]);
  });

  test.each([
    ['TooManyRequestsException', 429],
    // The front of AWS's services says so with this status, whatever the service.
    ['ThrottlingException', 400],
    ['Throttling', 400],
  ])('that SES refuses with %s, status %i, is handed over again until it is taken', async (name, status) => {
    ses.answer({ status, name }, { status, name }, 'take');

    expect(await mailer.send(message)).toEqual({ kind: 'taken' });
    expect(ses.arrived).toHaveLength(3);
  });

  test.each([
    ['the answer does not come in time', 'hang'],
    ['the connection is cut', 'reset'],
    ['SES fails', { status: 500, name: 'InternalServiceErrorException' }],
    ['SES is not available', { status: 503, name: 'ServiceUnavailable' }],
    ['SES was tired of waiting', { status: 408, name: 'RequestTimeoutException' }],
  ] satisfies [string, SesAnswer][])('is handed over once, and its fate is unclear, when %s', async (_name, answer) => {
    ses.answer(answer);

    expect(await (answer === 'hang' ? impatient : mailer).send(message)).toEqual({
      kind: 'unclear',
      reason: expect.any(String),
    });
    expect(ses.arrived).toHaveLength(1);
  });

  test.each([
    ['MessageRejected', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['SendingPausedException', 400],
    ['AccessDeniedException', 403],
    ['NotFoundException', 404],
  ])('that SES refuses with %s is handed over once, and was certainly not sent', async (name, status) => {
    ses.answer({ status, name });

    expect(await mailer.send(message)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(name),
      isPassing: false,
    });
    expect(ses.arrived).toHaveLength(1);
  });
});
