/** `POST /hooks/{id}`: messages of an upstream, for channels that were opened here. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Meter, withMeter } from '#lib/api/process/meter';
import { receive } from '#lib/calendar/push/relay/receive';
import type { ExchangeContext } from '#lib/middleware/exchange/exchange';
import { logRequest } from '#lib/middleware/log-request';
import { readRequest } from '#lib/middleware/read-request';
import { errorResponse } from '#lib/middleware/response/error-response';
import { finishResponse } from '#lib/middleware/response/finish-response';
import type { Handler } from '#lib/middleware/serve';
import { push } from '#lib/runtime/calendar/push';
import { logger } from '#lib/runtime/process/logger';

const service = { name: 'hooks' };
const HOOKS = '/hooks/';

const invoke = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .use(logRequest(service, logger))
  .use(finishResponse())
  .use(errorResponse(service, logger))
  .use(readRequest())
  .handler(async (_event, context) => {
    const { headers, rawPath } = (context as ExchangeContext).exchange;
    await receive(
      {
        hookId: rawPath.slice(HOOKS.length),
        token: headers['x-goog-channel-token'] ?? '',
        state: headers['x-goog-resource-state'] ?? '',
      },
      push,
    );
    return { statusCode: 204 };
  }) as Handler;

export const handler: Handler = (event, context) =>
  withMeter(new Meter(event.requestContext.requestId), () => invoke(event, { ...context } as never));
