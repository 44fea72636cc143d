/** A request in parts, which can be changed one at a time before it is sent. */
import { existsSync, readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SentRequest } from '#test/tools/shared/request-sender';
import type { DeclaredOperation } from './declared.ts';
import { idFor, valueFor, type ValueContext } from './valid-values.ts';

export interface Draft {
  readonly operation: DeclaredOperation;
  method: string;
  /** Segments as sent: nothing is percent-encoded later. */
  path: string[];
  query: [name: string, value: string][];
  /** Parameters as sent, already percent-encoded. */
  rawQuery: string;
  body: unknown;
  /** Replaces the body if set. */
  rawBody: string | Uint8Array | undefined;
  headers: Record<string, string>;
  /** Changed so much that another operation, or none, may answer. */
  mayReachOther: boolean;
}

/** Percent-encoding that also accepts invalid text: half a surrogate pair becomes invalid UTF-8. */
export function encodeSegment(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return [...text]
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('');
}

const fillPath = ({ template, parameters }: DeclaredOperation, valueOf: (name: string) => string): string[] =>
  template
    .split('/')
    .slice(1)
    .map((segment) => {
      const name = parameters.find((parameter) => parameter.in === 'path' && segment === `{${parameter.name}}`)?.name;
      return name === undefined ? segment : encodeSegment(valueOf(name));
    });

const sampleFile = (id: string): URL =>
  new URL(`../../../events/${id.replace(/^doubleclicksearch\./, 'ads.').replaceAll('.', '/')}.json`, import.meta.url);

function readSample(id: string): APIGatewayProxyEventV2 {
  const file = sampleFile(id);
  if (!existsSync(file)) throw new Error(`${id} has no sample in events/.`);
  return JSON.parse(readFileSync(file, 'utf8')) as APIGatewayProxyEventV2;
}

const samples = new Map<string, APIGatewayProxyEventV2>();

function sampleOf(id: string): APIGatewayProxyEventV2 {
  const known = samples.get(id) ?? readSample(id);
  samples.set(id, known);
  return known;
}

/** The same body with existing ids. */
function withKnownIds(value: unknown, name: string, context: ValueContext): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnownIds(item, name, context));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withKnownIds(inner, key, context)]));
  return typeof value === 'string' ? (idFor(name, context) ?? value) : value;
}

const emptyDraft = (operation: DeclaredOperation, path: string[]): Draft => ({
  operation,
  method: operation.method,
  path,
  query: [],
  rawQuery: '',
  body: undefined,
  rawBody: undefined,
  headers: {},
  mayReachOther: false,
});

/** The operation's sample request, with existing ids. */
export function draftFromSample(operation: DeclaredOperation, context: ValueContext): Draft {
  const { rawQueryString, body, pathParameters = {} } = sampleOf(operation.id);
  const path = fillPath(operation, (name) => idFor(name, context) ?? pathParameters[name] ?? 'x');
  const query = [...new URLSearchParams(rawQueryString)].map(([name, value]): [string, string] => [
    name,
    context.random.percent(50) ? (idFor(name, context) ?? value) : value,
  ]);
  return {
    ...emptyDraft(operation, path),
    query,
    body: body === undefined ? undefined : withKnownIds(JSON.parse(body), '', context),
  };
}

/** A random request that the declaration allows. */
export function draftFromSchema(operation: DeclaredOperation, context: ValueContext): Draft {
  const valueOf = ({ name, schema }: DeclaredOperation['parameters'][number]): string =>
    String(valueFor(name, schema, context));
  const path = fillPath(operation, (name) => idFor(name, context) ?? 'x');
  const chosen = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required === true || context.random.percent(20)),
  );
  const query = chosen
    .filter(({ name }) => !['key', 'access_token', 'oauth_token'].includes(name))
    .map((parameter): [string, string] => [parameter.name, valueOf(parameter)]);
  return { ...emptyDraft(operation, path), query, body: operation.body && valueFor('', operation.body, context) };
}

/** The draft as it is sent. */
export function toRequest({ method, path, query, rawQuery, body, rawBody, headers }: Draft): SentRequest {
  const parameters = [
    ...query.map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`),
    ...(rawQuery === '' ? [] : [rawQuery]),
  ].join('&');
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method,
    url: `/${path.join('/')}${parameters === '' ? '' : `?${parameters}`}`,
    headers: { ...(content !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(content !== undefined && { body: content }),
  };
}
