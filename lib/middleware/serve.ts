/**
 * One Lambda handler for a group of operations; the pipeline is listed here in its order. `auth/` finds out who asks,
 * `exchange/` which operation is asked for and with which parameters, `quota/` whether there is any left, `response/`
 * what goes back.
 */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type { ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import { Meter, withMeter } from '#lib/api/process/meter';
import type { ServiceName } from '#lib/api/service';
import { authenticate, type Authentication } from './auth/authenticate.ts';
import { authorize } from './auth/authorize.ts';
import type { ExchangeContext } from './exchange/exchange.ts';
import { pickOperation } from './exchange/pick-operation.ts';
import type { OperationDependencies } from './exchange/run-operation.ts';
import { systemParameters } from './exchange/system-parameters.ts';
import { validate } from './exchange/validate.ts';
import { answerOperation, type Forwarding } from './forward-operation.ts';
import { logRequest } from './log-request.ts';
import { chargeDailyQuota, type DailyQuota } from './quota/charge-daily-quota.ts';
import { chargeQuota, type Quota } from './quota/charge-quota.ts';
import { limitRate, type RateLimit } from './quota/limit-rate.ts';
import { readRequest } from './read-request.ts';
import { errorResponse } from './response/error-response.ts';
import { finishResponse } from './response/finish-response.ts';
import { type EmptyAnswers, shapeResponse } from './response/shape-response.ts';

/** All that a service's functions have in common. */
export interface Service<Stores>
  extends OperationDependencies<Stores>, Authentication, Quota, RateLimit, DailyQuota, EmptyAnswers, Forwarding {
  readonly name: ServiceName;
  /** How this service words a body that does not fit its schema. */
  readonly invalidBody: (message: string, field: string) => ApiError;
}

export type Handler = (
  event: APIGatewayProxyEventV2,
  context?: LambdaContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

export function serve<Stores>(operations: readonly Operation<Stores>[], service: Service<Stores>): Handler {
  const known = operations as readonly Operation[];
  const pipeline = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(logRequest(service, service.log))
    .use(finishResponse())
    .use(errorResponse(service, service.log))
    .use(readRequest())
    .use(pickOperation(known))
    .use(authenticate(service))
    .use(authorize())
    .use(chargeQuota(service))
    .use(limitRate(service))
    .use(chargeDailyQuota(service))
    .use(systemParameters())
    .use(validate(service))
    .use(shapeResponse(service))
    .handler(
      (_event, context) =>
        answerOperation((context as ExchangeContext).exchange, service) as Promise<APIGatewayProxyStructuredResultV2>,
    );
  const invoke = pipeline as Handler;
  // Every request has a context of its own: the parts of a batch run side by side under one Lambda context.
  return (event, context) =>
    withMeter(new Meter(event.requestContext.requestId), () => invoke(event, { ...context } as LambdaContext));
}
