/** The OpenAPI document of a local stack: that of the services, with the control operations. */
import { openApiDocument, type OpenApiDocument } from '#lib/api/documents/openapi';
import type { Operation } from '#lib/api/operation';
import { servicesDocument } from './operation-ids.ts';
import { controlOperations } from './operations/all.ts';
import { controlDescription } from './operations/operation.ts';

/** `tokenCommand` prints a token on this stack; the documentation page shows it. */
export function localDocument(rootUrl: string, tokenCommand: string): OpenApiDocument {
  const services = servicesDocument(rootUrl);
  const operations: readonly unknown[] = controlOperations;
  const control = openApiDocument([controlDescription], operations as readonly Operation[], rootUrl);
  return {
    ...services,
    info: { ...services.info, 'x-token-command': tokenCommand },
    servers: control.servers,
    tags: [...services.tags, ...control.tags],
    paths: { ...services.paths, ...control.paths },
    components: {
      ...services.components,
      schemas: { ...control.components['schemas'], ...services.components['schemas'] },
    },
  };
}
