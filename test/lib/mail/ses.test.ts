/** @modules own */
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import PostalMime from 'postal-mime';
import { checkOutgoingCalls } from '#lib/api/process/outgoing-calls';
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
  ses.envelopes.length = 0;
});

describe('mail through SES', () => {
  test('goes to its one reader as a whole message, whatever the subject holds', async () => {
    ses.answer('take');

    expect(await mailer.send(message)).toEqual({ kind: 'taken' });

    expect(ses.envelopes).toEqual([{ from: SENDER, to: ['friend@elsewhere.example'] }]);
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

  test('that its role may not send is not handed over', async () => {
    checkOutgoingCalls((service, name) => `may not call ${service}:${name}`);
    const outcome = await mailer.send(message);
    checkOutgoingCalls(() => undefined);

    expect(outcome).toEqual({
      kind: 'refused',
      reason: 'AccessDeniedException: may not call ses:SendEmail',
      isPassing: false,
    });
    expect(ses.arrived).toEqual([]);
  });

  test('that never left, for want of a way or of credentials, is handed over again', async () => {
    const sdk = mockClient(SESv2Client);
    const failures = [
      ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code) =>
        Object.assign(new Error('no way'), { code }),
      ),
      Object.assign(new Error('none'), { name: 'CredentialsProviderError' }),
    ];
    const letters = failures.map((_, index) => ({ ...message, to: `friend-${String(index)}@elsewhere.example` }));
    for (const [index, failure] of failures.entries())
      sdk
        .on(SendEmailCommand, { Destination: { ToAddresses: [letters[index]?.to ?? ''] } })
        .rejectsOnce(failure)
        .resolves({});

    const outcomes = await Promise.all(letters.map((letter) => mailer.send(letter)));
    const calls = sdk.commandCalls(SendEmailCommand).length;
    sdk.restore();

    expect(outcomes).toEqual(failures.map(() => ({ kind: 'taken' })));
    expect(calls).toBe(2 * failures.length);
  });
});
