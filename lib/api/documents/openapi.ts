/** Declarations -> one OpenAPI 3.1 document for all services. */
import type { Operation } from '#lib/api/operation';
import type { Fields, Schema } from '#lib/api/schema';
import { groupOf, SCOPE_PREFIX, type ServiceDescription } from '#lib/api/service';
import { counted } from '#lib/api/text/counted';
import { isRequired, operationsOf } from './discovery.ts';
import { namedSchemas } from './named-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<string, Json>>;
}

const entriesOf = <T>(values: Readonly<Record<string, T>>, convert: (name: string, value: T) => unknown): Json =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(name, value)]));

function describe({ description, enum: members, enumDescriptions, requiredBy }: Schema): string {
  const values = members?.map((member, index) => `\n- \`${member}\`: ${enumDescriptions?.[index] ?? ''}`) ?? [];
  const needed = requiredBy === undefined ? '' : ` Needed by ${requiredBy.map((id) => `\`${id}\``).join(', ')}.`;
  return `${description}${needed}${values.length === 0 ? '' : `\n${values.join('')}`}`;
}

/** JSON Schema 2020-12; resources become references to `components`. */
function jsonSchema(service: ServiceDescription, schema: Schema): Json {
  const { readOnly, deprecated, pattern, format, minimum, maximum, items, properties, additionalProperties } = schema;
  return {
    ...(schema.type !== 'any' && { type: schema.type }),
    ...(schema.description !== '' && { description: describe(schema) }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...(schema.enum !== undefined && { enum: schema.enum }),
    ...(readOnly === true && { readOnly }),
    ...(deprecated === true && { deprecated }),
    ...(items !== undefined && { items: fieldSchema(service, items) }),
    ...(properties !== undefined && { properties: entriesOf(properties, (_, field) => fieldSchema(service, field)) }),
    ...(additionalProperties !== undefined && { additionalProperties: fieldSchema(service, additionalProperties) }),
  };
}

const reference = (service: ServiceDescription, schema: Schema): Json => ({
  $ref: `#/components/schemas/${service.name}.${schema.id ?? ''}`,
});

function fieldSchema(service: ServiceDescription, schema: Schema): Json {
  if (schema.id === undefined) return jsonSchema(service, schema);
  return {
    ...reference(service, schema),
    description: describe(schema),
    ...(schema.readOnly === true && { readOnly: true }),
  };
}

function parameter(service: ServiceDescription, location: 'path' | 'query', name: string, schema: Schema): Json {
  const { description: _, ...value } = jsonSchema(service, schema);
  return {
    name,
    in: location,
    description: describe(schema),
    ...(isRequired(schema) && { required: true }),
    ...(schema.deprecated === true && { deprecated: true }),
    schema: schema.repeated === true ? { type: 'array', items: value } : value,
  };
}

const parameters = (service: ServiceDescription, location: 'path' | 'query', fields: Fields): Json[] =>
  Object.entries(fields).map(([name, schema]) => parameter(service, location, name, schema));

const systemParameterKey = (service: ServiceDescription, name: string): string =>
  `${service.name}.${name.replace(/^\$\./, '')}`;

const ERRORS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Part of the request does not match the declaration; `location` says which.'],
  401: ['Unauthorized', 'No token, or one that is not valid here.'],
  403: ['Forbidden', "The token's scopes, the caller's rights or the caller's quota do not allow it."],
  404: ['NotFound', 'It does not exist, or the caller may not see it.'],
  409: ['Conflict', 'The id is in use, or somebody else made a change first.'],
  410: ['Gone', 'It was deleted, or a token is too old: start again with a full list.'],
  412: ['PreconditionFailed', 'It has changed: its ETag is no longer the one in `If-Match`.'],
  413: ['TooLarge', 'The request or its answer is too large.'],
  429: ['TooManyRequests', 'The quota is used up; `Retry-After` says how long to wait.'],
  501: ['NotImplemented', 'Declared, but not served by this version.'],
  default: ['Failure', 'Any other failure, in the same form.'],
};

const OF_WRITES = new Set(['409', '412']);

const errorsOf = ({ method, isPending }: Operation): string[] =>
  Object.keys(ERRORS).filter(
    (status) => (status !== '501' || isPending) && (method !== 'GET' || !OF_WRITES.has(status)),
  );

function success(service: ServiceDescription, { returns, media, method }: Operation): Json {
  const content = {
    ...(media && { 'text/csv': { schema: { type: 'string' } } }),
    ...(returns !== undefined && { 'application/json': { schema: reference(service, returns) } }),
  };
  if (!media && returns === undefined) return { 204: { description: 'Done; there is no body.' } };
  return {
    200: { description: returns?.description ?? 'The file.', content },
    ...(method === 'GET' && { 304: { description: 'Unchanged since the ETag the caller has.' } }),
  };
}

function longDescription({ scopes, cost, access }: Operation): string {
  if (scopes.length === 0) return 'Needs no token.';
  const names = scopes.map((scope) => `\`${scope.replace(SCOPE_PREFIX, '')}\``).join(', ');
  const key = access === 'key' ? ' An API key is enough for public data.' : '';
  return `Needs any one of the scopes ${names}.${key} Costs ${counted(cost, 'unit')} of quota.`;
}

const operationObject = (service: ServiceDescription, operation: Operation): Json => ({
  operationId: operation.id,
  tags: [`${service.name}.${groupOf(operation.id)}`],
  summary: operation.summary,
  description: longDescription(operation),
  parameters: [
    ...parameters(service, 'path', operation.path),
    ...parameters(service, 'query', operation.query),
    ...Object.keys(service.systemParameters).map((name) => ({
      $ref: `#/components/parameters/${systemParameterKey(service, name)}`,
    })),
  ],
  ...(operation.body !== undefined && {
    requestBody: { content: { 'application/json': { schema: reference(service, operation.body) } } },
  }),
  responses: {
    ...success(service, operation),
    ...Object.fromEntries(
      errorsOf(operation).map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]?.[0] ?? ''}` }]),
    ),
  },
  security: operation.scopes.length === 0 ? [] : [{ token: [] }, ...(operation.access === 'key' ? [{ key: [] }] : [])],
  'x-scopes': operation.scopes,
  'x-cost': operation.cost,
  ...(operation.isPending && { 'x-pending': true }),
});

const ERROR_SCHEMA = {
  type: 'object',
  description: 'What went wrong.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer', description: 'The HTTP status.' },
        message: { type: 'string', description: 'The first error in words.' },
        status: { type: 'string', description: 'The canonical name of the failure, such as `NOT_FOUND`.' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              domain: { type: 'string' },
              reason: { type: 'string', description: 'A word for programs, such as `notFound`.' },
              message: { type: 'string' },
              locationType: { type: 'string', enum: ['parameter', 'header'] },
              location: { type: 'string', description: 'The parameter or header that is at fault.' },
            },
          },
        },
      },
    },
  },
};

function tagsOf(
  service: ServiceDescription,
  operations: readonly Operation[],
): { name: string; description: string }[] {
  const firstOfGroup = Map.groupBy(operations, ({ id }) => groupOf(id));
  return [...firstOfGroup].map(([group, [first]]) => {
    const description = service.groups[group];
    if (description === undefined)
      throw new Error(`${first?.id ?? group}: its group has no description in the service's list`);
    return { name: `${service.name}.${group}`, description };
  });
}

const pathsOf = (service: ServiceDescription, operations: readonly Operation[]): [string, Json][] =>
  [...Map.groupBy(operations, ({ pathTemplate }) => pathTemplate)].map(([path, sharing]) => [
    path,
    Object.fromEntries(
      sharing.map((operation) => [operation.method.toLowerCase(), operationObject(service, operation)]),
    ),
  ]);

const schemasOf = (service: ServiceDescription, operations: readonly Operation[]): [string, Json][] =>
  [...namedSchemas(operations)].map(([name, schema]) => [`${service.name}.${name}`, jsonSchema(service, schema)]);

const systemParametersOf = (service: ServiceDescription): [string, Json][] =>
  Object.entries(service.systemParameters).map(([name, schema]) => [
    systemParameterKey(service, name),
    { ...parameter(service, 'query', name, schema), 'x-system': true },
  ]);

export function openApiDocument(
  services: readonly ServiceDescription[],
  catalog: readonly Operation[],
  rootUrl: string,
): OpenApiDocument {
  const parts = services.map((service) => ({ service, operations: operationsOf(service, catalog) }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: services.map(({ name, version }) => `${name} ${version}`).join(', '),
      description: services.map(({ title, description }) => `**${title}**: ${description}`).join('\n\n'),
    },
    servers: [{ url: rootUrl.replace(/\/$/, '') }],
    tags: parts.flatMap(({ service, operations }) => tagsOf(service, operations)),
    paths: Object.fromEntries(parts.flatMap(({ service, operations }) => pathsOf(service, operations))),
    components: {
      schemas: {
        Error: ERROR_SCHEMA,
        ...Object.fromEntries(parts.flatMap(({ service, operations }) => schemasOf(service, operations))),
      },
      parameters: Object.fromEntries(services.flatMap(systemParametersOf)),
      responses: Object.fromEntries(
        Object.values(ERRORS).map(([name, description]) => [
          name,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of one of the issuers this stage trusts.',
        },
        key: { type: 'apiKey', in: 'query', name: 'key', description: 'An API key, for public data.' },
      },
    },
  };
}
