import type { Handler } from '#lib/middleware/serve';
import { oauthService } from '#lib/runtime/oauth/dependencies';
import { serveEndpoints } from '#lib/runtime/oauth/serve';
import { endpoints } from './endpoints.ts';

let serving: Handler | undefined;

export const handler: Handler = (event, context) =>
  (serving ??= serveEndpoints(endpoints, oauthService()))(event, context);
