/** Every file that is generated from the declarations, as `npm run generate` writes it. Never bundled. */
import { readFileSync } from 'node:fs';
import { kindTable } from '#lib/ads/import/describe-kind';
import { discoveryDocument } from '#lib/api/documents/discovery';
import { openApiDocument } from '#lib/api/documents/openapi';
import { operationTable, withTable } from '#lib/api/documents/readme-table';
import { ROOT_URL } from '#lib/api/documents/root-url';
import { httpFunctions } from '#lib/api/documents/serverless';
import { almanacDescription } from './almanac/description.ts';
import { catalog } from './catalog.ts';
import { services } from './discovery/services.ts';
import { snippets } from './discovery/snippets/catalogue.ts';
import { withSamples } from './discovery/snippets/operations/with-samples.ts';
import { chapter, pageSection } from './discovery/snippets/render.ts';
import { endpoints } from './oauth/endpoints.ts';

const root = new URL('../', import.meta.url);

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** The authorization server has no documents; the gateway must know its paths all the same. */
const oauthRoutes = endpoints.flatMap(({ id, routes }) =>
  routes.map((route) => ({ id, pathTemplate: route.slice(route.indexOf(' ') + 1) })),
);

const PAGE = 'functions/discovery/page/index.html';
const REFERENCE = 'functions/README.md';

/** The discovery documents are those of the three services alone. */
const documented = [...services, almanacDescription];

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

function reference(): string {
  const tables: readonly (readonly [name: string, table: string])[] = [
    ['snippets', chapter(snippets)],
    ['operations', operationTable(documented, catalog)],
    ['files', kindTable()],
  ];
  return tables.reduce((text, [name, table]) => withTable(text, name, table), read(REFERENCE));
}

/** Path from the project's root -> content. */
export function generatedFiles(): Map<string, string> {
  return new Map([
    ['functions/http.yml', httpFunctions([...catalog, ...oauthRoutes])],
    ...services.map((service): [string, string] => [
      `functions/discovery/documents/${service.name}.${service.version}.json`,
      json(discoveryDocument(service, catalog, ROOT_URL)),
    ]),
    [
      'functions/discovery/documents/openapi.json',
      json(withSamples(openApiDocument(documented, catalog, ROOT_URL), documented, catalog, ROOT_URL)),
    ],
    [PAGE, withTable(read(PAGE), 'snippets', pageSection(snippets))],
    [REFERENCE, reference()],
  ]);
}
