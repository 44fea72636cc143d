/** Answers control operations, in the same way as the services answer theirs. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { badRequest } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import { exchangeOf, type ApiMiddleware, type ExchangeContext } from '#lib/middleware/exchange/exchange';
import { pickOperation } from '#lib/middleware/exchange/pick-operation';
import { runOperation } from '#lib/middleware/exchange/run-operation';
import { validate } from '#lib/middleware/exchange/validate';
import { readRequest } from '#lib/middleware/read-request';
import { errorResponse } from '#lib/middleware/response/error-response';
import { finishResponse } from '#lib/middleware/response/finish-response';
import { shapeResponse } from '#lib/middleware/response/shape-response';
import type { Handler } from '#lib/middleware/serve';
import { systemClock } from '#lib/runtime/process/clock';
import { randomIds } from '#lib/runtime/process/ids';
import { logger } from '#lib/runtime/process/logger';
import type { Control } from './model/control.ts';
import { controlOperations } from './operations/all.ts';

const SERVICE = { name: 'almanac', invalidBody: (message: string) => badRequest('invalid', message) };

/** Who may ask was decided before. */
const anybody = (): ApiMiddleware => ({
  before: function anybody(request) {
    exchangeOf(request).caller = { kind: 'anonymous', email: undefined, scopes: [], clientId: undefined };
  },
});

export function controlPipeline(control: Control): Handler {
  const operations: readonly unknown[] = controlOperations;
  const dependencies = { stores: control, clock: systemClock, ids: randomIds, log: logger };
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(finishResponse())
    .use(errorResponse(SERVICE, logger))
    .use(readRequest())
    .use(pickOperation(operations as readonly Operation[]))
    .use(anybody())
    .use(validate(SERVICE))
    .use(shapeResponse({}))
    .handler(
      (_event, context) =>
        runOperation((context as ExchangeContext).exchange, dependencies) as Promise<APIGatewayProxyStructuredResultV2>,
    ) as Handler;
}
