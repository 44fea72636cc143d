/** Declarations -> a discovery document, in the format that Google's clients read. */
import type { Operation } from '#lib/api/operation';
import type { Fields, Schema } from '#lib/api/schema';
import type { ServiceDescription } from '#lib/api/service';
import { namedSchemas } from './named-schemas.ts';

/** Numbers and booleans are written as text in this format. */
export interface DiscoverySchema {
  readonly $ref?: string;
  readonly id?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly readOnly?: true;
  readonly deprecated?: true;
  readonly annotations?: { readonly required: readonly string[] };
  readonly items?: DiscoverySchema;
  readonly properties?: Readonly<Record<string, DiscoverySchema>>;
  readonly additionalProperties?: DiscoverySchema;
}

export interface DiscoveryParameter extends DiscoverySchema {
  readonly location: 'path' | 'query';
  readonly required?: true;
  readonly repeated?: true;
}

export interface DiscoveryMethod {
  readonly id: string;
  readonly path: string;
  readonly flatPath?: string;
  readonly httpMethod: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, DiscoveryParameter>>;
  readonly parameterOrder: readonly string[];
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly scopes: readonly string[];
  readonly supportsMediaDownload?: true;
  readonly useMediaDownloadService?: true;
  readonly supportsSubscription?: true;
}

export interface DiscoveryResource {
  methods?: Record<string, DiscoveryMethod>;
  resources?: Record<string, DiscoveryResource>;
}

export interface DiscoveryDocument extends DiscoveryResource {
  readonly kind: 'discovery#restDescription';
  readonly discoveryVersion: 'v1';
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly revision: string;
  readonly title: string;
  readonly description: string;
  readonly ownerName: string;
  readonly documentationLink: string;
  readonly protocol: 'rest';
  readonly rootUrl: string;
  readonly servicePath: string;
  readonly basePath: string;
  readonly baseUrl: string;
  readonly batchPath: string;
  readonly parameters: Readonly<Record<string, DiscoveryParameter>>;
  readonly auth: { readonly oauth2: { readonly scopes: Readonly<Record<string, { readonly description: string }>> } };
  readonly schemas: Readonly<Record<string, DiscoverySchema>>;
  readonly resources: Record<string, DiscoveryResource>;
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, convert: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]));
}

/** What is said of a field and not of the type behind it. */
const describeUse = (schema: Schema): DiscoverySchema => ({
  ...(schema.readOnly === true && { readOnly: true }),
  ...(schema.deprecated === true && { deprecated: true }),
  ...(schema.requiredBy !== undefined && { annotations: { required: schema.requiredBy } }),
});

const describeSchema = (schema: Schema): DiscoverySchema => ({
  type: schema.type,
  ...(schema.description !== '' && { description: schema.description }),
  ...(schema.format !== undefined && { format: schema.format }),
  ...(schema.pattern !== undefined && { pattern: schema.pattern }),
  ...(schema.minimum !== undefined && { minimum: String(schema.minimum) }),
  ...(schema.maximum !== undefined && { maximum: String(schema.maximum) }),
  ...(schema.default !== undefined && { default: String(schema.default) }),
  ...(schema.enum !== undefined && { enum: schema.enum }),
  ...(schema.enumDescriptions !== undefined && { enumDescriptions: schema.enumDescriptions }),
  ...describeUse(schema),
  ...(schema.items !== undefined && { items: describeField(schema.items) }),
  ...(schema.properties !== undefined && { properties: mapValues(schema.properties, describeField) }),
  ...(schema.additionalProperties !== undefined && {
    additionalProperties: describeField(schema.additionalProperties),
  }),
});

function describeField(schema: Schema): DiscoverySchema {
  if (schema.id === undefined) return describeSchema(schema);
  return { $ref: schema.id, description: schema.description, ...describeUse(schema) };
}

export const isRequired = (schema: Schema): boolean => schema.optional !== true && schema.default === undefined;

const describeParameters = (fields: Fields, location: 'path' | 'query'): Record<string, DiscoveryParameter> =>
  mapValues(fields, (schema) => ({
    ...describeSchema(schema),
    location,
    ...(isRequired(schema) && { required: true }),
    ...(schema.repeated === true && { repeated: true }),
  }));

/** Path parameters as they stand in the path, then the required ones of the query. */
function parameterOrder({ id, pathTemplate, path, query }: Operation): string[] {
  const inPath = [...pathTemplate.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  const declared = Object.keys(path);
  const stray = [
    ...inPath.filter((name) => !declared.includes(name)),
    ...declared.filter((name) => !inPath.includes(name)),
  ];
  if (stray.length > 0) throw new Error(`${id}: ${stray.join(', ')} must be both in the path and declared`);
  return [...inPath, ...Object.keys(query).filter((name) => query[name] !== undefined && isRequired(query[name]))];
}

function reference(operation: Operation, schema: Schema): { $ref: string } {
  if (schema.id === undefined) throw new Error(`${operation.id}: a body or an answer must be a named resource`);
  return { $ref: schema.id };
}

function describeMethod(service: ServiceDescription, operation: Operation): DiscoveryMethod {
  const fullPath = operation.pathTemplate.slice(1);
  if (!fullPath.startsWith(service.servicePath))
    throw new Error(`${operation.id}: its path is outside ${service.servicePath}`);
  const unknownScope = operation.scopes.find((scope) => !Object.hasOwn(service.scopes, scope));
  if (unknownScope !== undefined)
    throw new Error(`${operation.id}: ${unknownScope} is not among the scopes of ${service.name}`);
  return {
    id: operation.id,
    path: fullPath.slice(service.servicePath.length),
    ...(service.servicePath === '' && { flatPath: fullPath }),
    httpMethod: operation.method,
    description: operation.summary,
    parameters: { ...describeParameters(operation.path, 'path'), ...describeParameters(operation.query, 'query') },
    parameterOrder: parameterOrder(operation),
    ...(operation.body !== undefined && { request: reference(operation, operation.body) }),
    ...(operation.returns !== undefined && { response: reference(operation, operation.returns) }),
    scopes: operation.scopes,
    ...(operation.media && { supportsMediaDownload: true, useMediaDownloadService: true }),
    ...(operation.watchable && { supportsSubscription: true }),
  };
}

/** `books.mylibrary.bookshelves.list` becomes resources.mylibrary.resources.bookshelves.methods.list. */
function nest(methods: readonly DiscoveryMethod[]): Record<string, DiscoveryResource> {
  const top: DiscoveryResource = {};
  for (const method of methods) {
    const names = method.id.split('.').slice(1);
    const name = names.pop() ?? '';
    let place = top;
    for (const group of names) place = (place.resources ??= {})[group] ??= {};
    (place.methods ??= {})[name] = method;
  }
  return top.resources ?? {};
}

export const operationsOf = <O extends { readonly id: string }>(
  service: ServiceDescription,
  operations: readonly O[],
): O[] => operations.filter(({ id }) => id.startsWith(`${service.name}.`));

/** `rootUrl` ends in a slash. */
export function discoveryDocument(
  service: ServiceDescription,
  catalog: readonly Operation[],
  rootUrl: string,
): DiscoveryDocument {
  const operations = operationsOf(service, catalog);
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `${service.name}:${service.version}`,
    name: service.name,
    version: service.version,
    revision: service.revision,
    title: service.title,
    description: service.description,
    ownerName: 'Almanac',
    documentationLink: rootUrl,
    protocol: 'rest',
    rootUrl,
    servicePath: service.servicePath,
    basePath: service.servicePath === '' ? '' : `/${service.servicePath}`,
    baseUrl: `${rootUrl}${service.servicePath}`,
    batchPath: service.batchPath,
    parameters: describeParameters(service.systemParameters, 'query'),
    auth: { oauth2: { scopes: mapValues(service.scopes, (description) => ({ description })) } },
    schemas: Object.fromEntries(
      [...namedSchemas(operations)].map(([id, schema]) => [id, { id, ...describeSchema(schema) }]),
    ),
    resources: nest(operations.map((operation) => describeMethod(service, operation))),
  };
}
