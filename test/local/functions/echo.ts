/** Answers with the event it was given, or as the query asks. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

export function handler(event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
  const { answer, length = '0' } = event.queryStringParameters ?? {};
  const json = { 'content-type': 'application/json' };
  switch (answer) {
    case 'exception':
      return Promise.reject(new Error('the secret reason'));
    case 'bytes':
      return Promise.resolve({ statusCode: 200, headers: { 'content-type': 'application/octet-stream' }, body: '/wAB', isBase64Encoded: true });
    case 'nothing':
      return Promise.resolve({ statusCode: 204 });
    case 'cookies':
      return Promise.resolve({ statusCode: 200, cookies: ['a=1; Path=/', 'b=2'], body: '' });
    case 'long':
      return Promise.resolve({ statusCode: 200, headers: json, body: 'x'.repeat(Number(length)) });
    default:
      return Promise.resolve({ statusCode: 200, headers: json, body: JSON.stringify({ event, functionName: context.functionName, awsRequestId: context.awsRequestId }) });
  }
}
