import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { refuseOtherServices, type OtherServices } from '#lib/local/lambda/iam/other-services';

let services: OtherServices;
beforeAll(async () => {
  services = await refuseOtherServices();
});
afterAll(() => services.stop());

const signedFor = (service: string): Record<string, string> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=calendarEvents/20260105/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});
const post = (headers: Record<string, string>, body: string) =>
  fetch(services.endpoint, { method: 'POST', headers, body });

test('a call of a JSON protocol is refused by its name', async () => {
  const headers = {
    ...signedFor('secretsmanager'),
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'secretsmanager.GetSecretValue',
  };
  const answer = await post(headers, '{"SecretId":"a"}');

  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    __type: 'AccessDeniedException',
    message:
      'User: arn:aws:sts::000000000000:assumed-role/calendarEvents/calendarEvents is not authorized to perform: secretsmanager:GetSecretValue because no identity-based policy allows the secretsmanager:GetSecretValue action',
  });
});

test('a call of the query protocol is refused in XML', async () => {
  const answer = await post(
    { ...signedFor('sts'), 'content-type': 'application/x-www-form-urlencoded' },
    'Action=AssumeRole&Version=2011-06-15',
  );

  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(
    '<Code>AccessDenied</Code><Message>User: arn:aws:sts::000000000000:assumed-role/calendarEvents/calendarEvents is not authorized to perform: sts:AssumeRole',
  );
});
