/** The OpenAPI document of a local stack: that of the services, with the control operations. */
import { readFileSync } from 'node:fs';
import { openApiDocument, type OpenApiDocument } from '#lib/api/documents/openapi';
import type { Operation } from '#lib/api/operation';
import { router, segmentsOf, type Router } from '#lib/api/routes';
import { controlOperations } from './operations/all.ts';
import { controlDescription } from './operations/operation.ts';

const FILE = new URL('../../../functions/discovery/documents/openapi.json', import.meta.url);

const servicesDocument = (): OpenApiDocument => JSON.parse(readFileSync(FILE, 'utf8')) as OpenApiDocument;

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

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

let routes: Router<string> | undefined;

/** The id of the operation that a request asks for. */
export function operationIdOf(method: string, path: string): string | undefined {
  routes ??= router(
    Object.entries(servicesDocument().paths).flatMap(([template, methods]) =>
      Object.entries(methods)
        .filter(([name]) => METHODS.has(name))
        .map(([name, operation]): [string, string] => [
          `${name.toUpperCase()} ${template}`,
          (operation as { readonly operationId: string }).operationId,
        ]),
    ),
  );
  try {
    return routes.match(method, segmentsOf(decodeURIComponent(path)))?.target;
  } catch {
    return undefined;
  }
}
