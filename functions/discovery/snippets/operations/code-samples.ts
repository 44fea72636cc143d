/** An operation as curl, Node and Python ask for it: whole programs, which read the token from the environment. */
import { operationsOf } from '#lib/api/documents/discovery';
import type { OpenApiDocument } from '#lib/api/documents/openapi';
import type { Operation } from '#lib/api/operation';
import type { ServiceDescription } from '#lib/api/service';
import { JAVASCRIPT, JSON_TEXT, literal, PYTHON } from './literal.ts';
import { sampleRequest, type SampleRequest } from './sample-request.ts';

/** `x-codeSamples`, as other tools that draw OpenAPI documents read it, too. */
export interface CodeSample {
  readonly lang: 'Shell' | 'JavaScript' | 'Python';
  readonly label: 'curl' | 'Node' | 'Python';
  readonly source: string;
}

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(operation: Operation, { parameters, body }: SampleRequest, rootUrl: string): string {
  const rest = new Map(Object.entries(parameters));
  const path = operation.pathTemplate.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest.get(name) ?? '';
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const query = rest.size === 0 ? '' : `?${new URLSearchParams([...rest]).toString()}`;
  const method = operation.method === 'GET' ? '' : `-X ${operation.method} `;
  return [
    `curl ${method}${inShell(`${rootUrl}${path.slice(1)}${query}`)}`,
    `  -H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d ${inShell(literal(body, JSON_TEXT))}`]),
  ].join(' \\\n');
}

function node(service: ServiceDescription, operation: Operation, request: SampleRequest, rootUrl: string): string {
  const { parameters, body } = request;
  const call = operation.id.split('.').slice(1).join('.');
  const options = { ...parameters, ...(body !== undefined && { requestBody: body }) };
  return `// npm install @googleapis/${service.name}
import { auth, ${service.name} } from '@googleapis/${service.name}';
const client = new auth.OAuth2();
client.setCredentials({ access_token: process.env.TOKEN });
const almanac = ${service.name}({ version: '${service.version}', auth: client, rootUrl: '${rootUrl}' });
const { data } = await almanac.${call}(${literal(options, JAVASCRIPT)});
console.log(data);`;
}

/** What the client for Python calls a method: some names are words of the language. */
const pythonName = (name: string, isMedia: boolean): string =>
  `${name === 'import' ? 'import_' : name}${isMedia ? '_media' : ''}`;

function python(service: ServiceDescription, operation: Operation, request: SampleRequest, rootUrl: string): string {
  const { alt, ...parameters } = request.parameters;
  const [, ...names] = operation.id.split('.');
  const method = pythonName(names.pop() ?? '', alt === 'media');
  const given = [
    ...Object.entries(parameters).map(([name, value]) => `${name}=${literal(value, PYTHON)}`),
    ...(request.body === undefined ? [] : [`body=${literal(request.body, PYTHON)}`]),
  ];
  const call = [...names.map((name) => `${name}()`), `${method}(${given.join(', ')})`].join('.');
  return `# pip install google-api-python-client
import os
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build

almanac = build('${service.name}', '${service.version}', credentials=Credentials(os.environ['TOKEN']), static_discovery=False,
                discoveryServiceUrl='${rootUrl}discovery/v1/apis/{api}/{apiVersion}/rest')
print(almanac.${call}.execute())`;
}

export function codeSamples(service: ServiceDescription, operation: Operation, rootUrl: string): CodeSample[] {
  const request = sampleRequest(operation);
  return [
    { lang: 'Shell', label: 'curl', source: curl(operation, request, rootUrl) },
    { lang: 'JavaScript', label: 'Node', source: node(service, operation, request, rootUrl) },
    { lang: 'Python', label: 'Python', source: python(service, operation, request, rootUrl) },
  ];
}

/** The document with the samples of every operation. */
export function withCodeSamples(
  document: OpenApiDocument,
  services: readonly ServiceDescription[],
  catalog: readonly Operation[],
  rootUrl: string,
): OpenApiDocument {
  const samples = new Map(
    services.flatMap((service) =>
      operationsOf(service, catalog).map((operation) => [operation.id, codeSamples(service, operation, rootUrl)]),
    ),
  );
  const withSamples = (declared: { readonly operationId: string }): object => ({
    ...declared,
    'x-codeSamples': samples.get(declared.operationId),
  });
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, declared]) => [
        method,
        withSamples(declared as { readonly operationId: string }),
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] };
}
