/** Which operation of the services a request asks for. */
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '#lib/api/documents/openapi';
import { withRootUrl } from '#lib/api/documents/root-url';
import { router, segmentsOf, type Router } from '#lib/api/routes';

const FILE = new URL('../../../functions/discovery/documents/openapi.json', import.meta.url);

export const servicesDocument = (rootUrl: string): OpenApiDocument =>
  JSON.parse(withRootUrl(readFileSync(FILE, 'utf8'), rootUrl)) as OpenApiDocument;

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

let routes: Router<string> | undefined;

/** The id of the operation that a request asks for. */
export function operationIdOf(method: string, path: string): string | undefined {
  routes ??= router(
    Object.entries(servicesDocument('').paths).flatMap(([template, methods]) =>
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
