/** An operation as curl, Node and Python ask for it: whole programs, which read the token from the environment. */
import { services } from '#functions/discovery/services';
import type { Operation } from '#lib/api/operation';
import type { ServiceDescription } from '#lib/api/service';
import { JAVASCRIPT, JSON_TEXT, literal, PYTHON } from './literal.ts';
import { plainNode, plainPython } from './plain-samples.ts';
import { sampleRequest, type SampleRequest } from './sample-request.ts';

/** `x-codeSamples`, as other tools that draw OpenAPI documents read it, too. */
export interface CodeSample {
  readonly lang: 'Shell' | 'JavaScript' | 'Python';
  readonly label: 'curl' | 'Node' | 'Python';
  readonly source: string;
}

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function urlOf(operation: Operation, { parameters }: SampleRequest, rootUrl: string): string {
  const rest = new Map(Object.entries(parameters));
  const path = operation.pathTemplate.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest.get(name) ?? '';
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const query = rest.size === 0 ? '' : `?${new URLSearchParams([...rest]).toString()}`;
  return `${rootUrl}${path.slice(1)}${query}`;
}

function curl(operation: Operation, request: SampleRequest, rootUrl: string): string {
  const { body } = request;
  const method = operation.method === 'GET' ? '' : `-X ${operation.method} `;
  return [
    `curl ${method}${inShell(urlOf(operation, request, rootUrl))}`,
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

/** What only an earlier answer can tell is in capitals. */
export const EARLIER_ANSWERS: readonly (readonly [word: string, from: string])[] = [
  ['REPORT_ID', 'the id that reports.request answered'],
  ['RESOURCE_ID', 'the resourceId that watch answered; id is the one that you gave the channel'],
  ['ICAL_ADDRESS', 'private-..., from the URL that icalAddresses.insert answered; public for a public calendar'],
];

function explained(source: string, comment: '#' | '//'): string {
  const [word, from] = EARLIER_ANSWERS.find(([name]) => source.includes(name)) ?? [];
  return word === undefined ? source : `${comment} ${word}: ${String(from)}\n${source}`;
}

function programs(service: ServiceDescription, operation: Operation, rootUrl: string): [node: string, python: string] {
  const request = sampleRequest(operation);
  if (services.includes(service))
    return [node(service, operation, request, rootUrl), python(service, operation, request, rootUrl)];
  const plain = { method: operation.method, url: urlOf(operation, request, rootUrl), body: request.body };
  return [plainNode(plain), plainPython(plain)];
}

export function codeSamples(service: ServiceDescription, operation: Operation, rootUrl: string): CodeSample[] {
  const [inNode, inPython] = programs(service, operation, rootUrl);
  const inCurl = curl(operation, sampleRequest(operation), rootUrl);
  return [
    { lang: 'Shell', label: 'curl', source: explained(inCurl, '#') },
    { lang: 'JavaScript', label: 'Node', source: explained(inNode, '//') },
    { lang: 'Python', label: 'Python', source: explained(inPython, '#') },
  ];
}
