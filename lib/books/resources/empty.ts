import type { Schema } from '#lib/api/schema';

/** Named in the discovery document and answered as 204: clients take both for success. */
export const Empty: Schema<void> = { type: 'object', id: 'Empty', description: 'Nothing to say: the status tells it all.', properties: {} };
