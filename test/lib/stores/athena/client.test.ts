/** @modules own */
import { createServer } from 'node:http';
import { StopQueryExecutionCommand } from '@aws-sdk/client-athena';
import { expect, test } from '@jest/globals';
import { checkOutgoingCalls } from '#lib/api/process/outgoing-calls';
import { athenaClient } from '#lib/stores/athena/client';
import { listen } from '#test/support/http/listen';

test('a call is sent if the role of the function allows it, and else refused as AWS would', async () => {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    sent.push(String(request.headers['x-amz-target']));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end('{}');
  });
  const listening = await listen(server);
  const [AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = ['eu-central-1', 'local', 'local'];
  const AWS_ENDPOINT_URL_ATHENA = listening.url;
  Object.assign(process.env, { AWS_ENDPOINT_URL_ATHENA, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  checkOutgoingCalls((service, name, input) =>
    service === 'athena' && name === 'StopQueryExecution' && Reflect.get(input, 'QueryExecutionId') === 'mine'
      ? undefined
      : `${service}:${name} is not allowed`,
  );
  const client = athenaClient();
  const stop = (QueryExecutionId: string) => client.send(new StopQueryExecutionCommand({ QueryExecutionId }));
  try {
    await stop('mine');
    await expect(stop('yours')).rejects.toThrow(
      expect.objectContaining({ name: 'AccessDeniedException', message: 'athena:StopQueryExecution is not allowed' }),
    );
    expect(sent).toEqual(['AmazonAthena.StopQueryExecution']);
  } finally {
    client.destroy();
    await listening.stop();
  }
});
