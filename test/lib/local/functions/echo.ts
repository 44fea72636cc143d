/** Answers with the event it was given, or as the query asks. */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

const json = { 'content-type': 'application/json' };

/** What is no answer, or half of one. */
const ODD: Readonly<Record<string, unknown>> = {
  object: { name: 'Ann' },
  text: 'plain words',
  number: 7,
  null: null,
  undefined: undefined,
  'status as a word': { statusCode: 'fine', body: '' },
  'status out of range': { statusCode: 99, body: '' },
  'status alone': { statusCode: 201 },
  'body as an object': { statusCode: 200, body: { name: 'Ann' } },
  'headers as lists': { statusCode: 200, headers: { 'x-many': ['a', 'b'] }, body: '' },
  'header with a line end': { statusCode: 200, headers: { 'x-evil': 'a\r\nb: c' }, body: '' },
  'cookies as text': { statusCode: 200, cookies: 'a=1', body: '' },
  'text without a type': { statusCode: 200, body: 'plain words' },
  'numbers in headers': { statusCode: 200, headers: { 'X-Count': 7 }, body: 'x' },
};

export function handler(event: APIGatewayProxyEventV2, context: Context): Promise<unknown> {
  const { answer, length = '0', odd } = event.queryStringParameters ?? {};
  if (odd !== undefined) return Promise.resolve(ODD[odd]);
  switch (answer) {
    case 'exception':
      return Promise.reject(new Error('the secret reason'));
    case 'never':
      return new Promise(() => undefined);
    case 'bytes':
      return Promise.resolve({
        statusCode: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: '/wAB',
        isBase64Encoded: true,
      });
    case 'nothing':
      return Promise.resolve({ statusCode: 204 });
    case 'cookies':
      return Promise.resolve({ statusCode: 200, cookies: ['a=1; Path=/', 'b=2'], body: '' });
    case 'long':
      return Promise.resolve({ statusCode: 200, headers: json, body: 'x'.repeat(Number(length)) });
    default:
      return Promise.resolve({
        statusCode: 200,
        headers: json,
        body: JSON.stringify({ event, functionName: context.functionName, awsRequestId: context.awsRequestId }),
      });
  }
}
