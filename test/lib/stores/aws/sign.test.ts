import { expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import { signedHeaders } from '#lib/stores/aws/sign';
import { Sha256 } from '#test/support/http/sha256';

test("a signature is that of Amazon's own signer", async () => {
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'sécret', sessionToken: 'token//+=' };
  const [host, region, at] = ['dynamodb.eu-west-1.amazonaws.com', 'eu-west-1', new Date('2026-02-28T23:59:59.999Z')];
  const request = {
    service: 'dynamodb',
    host,
    region,
    target: 'DynamoDB_20120810.GetItem',
    body: '{"Key":{"pk":{"S":"ä"}}}',
  };
  const { sessionToken: _token, ...lasting } = credentials;
  // Keys are kept for a while: what follows must not be signed with the one before.
  const requests = [
    { ...request, by: credentials, at },
    { ...request, by: lasting, at },
    { ...request, by: { ...lasting, secretAccessKey: 'other' }, at },
    { ...request, by: lasting, at: new Date(at.getTime() + 1) },
    { ...request, by: lasting, at: new Date(at.getTime() + 900) },
    { ...request, by: lasting, at, region: 'us-east-1', target: 'DynamoDB_20120810.Query' },
    { ...request, by: lasting, at, service: 'sqs', target: 'AmazonSQS.SendMessage' },
    { ...request, by: lasting, at },
  ];

  for (const { by, at: signingDate, ...sent } of requests) {
    const { authorization, ...headers } = signedHeaders(sent, by, signingDate);
    const signer = new SignatureV4({
      service: sent.service,
      region: sent.region,
      credentials: by,
      sha256: Sha256,
      applyChecksum: false,
    });
    const signed = await signer.sign(
      { method: 'POST', protocol: 'https:', hostname: host, path: '/', query: {}, headers, body: sent.body },
      { signingDate },
    );
    expect(authorization).toBe(signed.headers['authorization']);
    expect(headers).toEqual({
      'content-type': 'application/x-amz-json-1.0',
      host,
      'x-amz-date': signingDate.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
      'x-amz-target': sent.target,
      ...('sessionToken' in by && { 'x-amz-security-token': by.sessionToken }),
    });
  }
});
