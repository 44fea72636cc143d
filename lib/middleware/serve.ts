import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type { ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';

export interface Service<Stores> {
  readonly name: 'calendar' | 'books' | 'doubleclicksearch';
  readonly stores: Stores;
  /** The table that also holds the service's API keys and quota leases. */
  readonly table: string;
  /** How this service words a body that does not fit its schema. */
  readonly invalidBody: (message: string, field: string) => ApiError;
}

export type Handler = (event: APIGatewayProxyEventV2, context: LambdaContext) => Promise<APIGatewayProxyStructuredResultV2>;

export function serve<Stores>(operations: readonly Operation<Stores>[], service: Service<Stores>): Handler {
  return () => Promise.resolve({ statusCode: 501, body: `${service.name} ${String(operations.length)}` });
}
