/** Fills the OpenAPI document with a request for every operation: as `example`, and as programs that send it. */
import { operationsOf } from '#lib/api/documents/discovery';
import type { OpenApiDocument } from '#lib/api/documents/openapi';
import type { Operation } from '#lib/api/operation';
import type { ServiceDescription } from '#lib/api/service';
import { codeSamples, EARLIER_ANSWERS } from './code-samples.ts';
import { sampleRequest, type Json, type SampleRequest } from './sample-request.ts';

interface DeclaredParameter {
  readonly name?: string;
  readonly schema?: { readonly type?: string };
}

interface Declared {
  readonly operationId: string;
  readonly parameters: readonly DeclaredParameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': object } };
}

/** Of a sample that an earlier answer has to tell first, there is none. */
function exampleOf({ name = '', schema }: DeclaredParameter, { parameters }: SampleRequest): Json | undefined {
  const value = parameters[name];
  if (value === undefined || EARLIER_ANSWERS.some(([word]) => word === value)) return undefined;
  if (schema?.type === 'integer') return Number(value);
  return schema?.type === 'boolean' ? value === 'true' : value;
}

/** What these remove, people name themselves: a form that is filled in is sent with one click. */
const removes = ({ method, id }: Operation): boolean => method === 'DELETE' || /\.(clear|remove|transfer)/.test(id);

/** `example`, which tools that draw OpenAPI documents fill into their forms. */
function withExamples(declared: Declared, operation: Operation): Declared {
  const request = sampleRequest(operation);
  const { parameters, requestBody } = declared;
  const json = { ...requestBody?.content['application/json'], example: request.body };
  const withExample = (parameter: DeclaredParameter): DeclaredParameter => {
    const example = exampleOf(parameter, request);
    return { ...parameter, ...(example !== undefined && { example }) };
  };
  return {
    ...declared,
    parameters: removes(operation) ? parameters : parameters.map(withExample),
    ...(requestBody !== undefined && { requestBody: { content: { 'application/json': json } } }),
  };
}

export function withSamples(
  document: OpenApiDocument,
  documented: readonly ServiceDescription[],
  catalog: readonly Operation[],
  rootUrl: string,
): OpenApiDocument {
  const sampled = new Map(
    documented.flatMap((service) =>
      operationsOf(service, catalog).map((operation) => [operation.id, { service, operation }]),
    ),
  );
  const withSamplesOf = (declared: Declared): object => {
    const found = sampled.get(declared.operationId);
    if (found === undefined) return declared;
    const { service, operation } = found;
    return {
      ...withExamples(declared, operation),
      'x-codeSamples': codeSamples(service, operation, rootUrl),
    };
  };
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, declared]) => [method, withSamplesOf(declared as Declared)]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] };
}
