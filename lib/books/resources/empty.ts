import type { Schema } from '#lib/api/schema';

/**
 * Named in the discovery document and answered as 204, or as 200 with `{}` where the stage says so: clients take both
 * for success.
 */
export const Empty: Schema<void> = {
  type: 'object',
  id: 'Empty',
  description: 'An empty answer: the status says everything.',
  properties: {},
};
