/** The OpenAPI document of a local stack: that of the services, with the control operations. */
import { openApiDocument, type OpenApiDocument } from '#lib/api/documents/openapi';
import type { Operation } from '#lib/api/operation';
import { servicesDocument } from './operation-ids.ts';
import { controlOperations } from './operations/all.ts';
import { controlDescription } from './operations/operation.ts';

export function localDocument(rootUrl: string): OpenApiDocument {
  const services = servicesDocument();
  const operations: readonly unknown[] = controlOperations;
  const control = openApiDocument([controlDescription], operations as readonly Operation[], rootUrl);
  return {
    ...services,
    servers: control.servers,
    tags: [...services.tags, ...control.tags],
    paths: { ...services.paths, ...control.paths },
    components: {
      ...services.components,
      schemas: { ...control.components['schemas'], ...services.components['schemas'] },
    },
  };
}
