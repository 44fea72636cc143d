/** The operations of the OpenAPI document, as far as the fuzzer needs them. */
import { readFileSync } from 'node:fs';

export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $ref?: string;
}

export interface DeclaredParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface DeclaredOperation {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly DeclaredParameter[];
  readonly body: JsonSchema | undefined;
  /** Statuses that the document names. */
  readonly statuses: readonly number[];
  readonly isPending: boolean;
}

interface Reference {
  readonly $ref: string;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly (DeclaredParameter | Reference)[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-pending'?: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

const document = JSON.parse(
  readFileSync(new URL('../../../functions/discovery/documents/openapi.json', import.meta.url), 'utf8'),
) as Document;

/** Resolves a reference: `#/components/schemas/calendar.Event`. */
function lookUp(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
}

export const resolveSchema = (schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : (lookUp(schema.$ref) as JsonSchema);

const parameterOf = (parameter: DeclaredParameter | Reference): DeclaredParameter =>
  '$ref' in parameter ? (lookUp(parameter.$ref) as DeclaredParameter) : parameter;

export const declaredOperations: readonly DeclaredOperation[] = Object.entries(document.paths).flatMap(
  ([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      template,
      parameters: operation.parameters.map(parameterOf),
      body: operation.requestBody?.content['application/json'].schema,
      statuses: Object.keys(operation.responses).map(Number).filter(Number.isInteger),
      isPending: operation['x-pending'] === true,
    })),
);
