import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Handler } from '#lib/middleware/serve';

/** How many times the data. */
export const TIMES = 100;

/** One operation, asked of little data and of a hundred times as much. */
export interface Growing {
  readonly name: string;
  readonly handler: Handler;
  readonly small: (round: number) => APIGatewayProxyEventV2;
  readonly large: (round: number) => APIGatewayProxyEventV2;
  /** Makes the data a hundred times as much, where both cannot be there at once. */
  readonly grow?: () => Promise<void>;
  /** Why it may grow; a ratio above the budget is then printed with it and no failure. */
  readonly reason?: string;
}
