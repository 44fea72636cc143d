import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { services } from '#functions/discovery/services';
import type { DiscoveryDocument, DiscoveryMethod, DiscoveryResource } from '#lib/api/documents/discovery';
import { differences } from './differences.ts';
import { type Facts, factsOf, stripped, strippedEach } from './facts.ts';

interface PublishedService {
  readonly version: string;
  readonly revision: string;
  readonly servicePath: string;
  readonly basePath: string;
  readonly batchPath: string;
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly methods: Readonly<Record<string, unknown>>;
  readonly schemas: Readonly<Record<string, unknown>>;
}

/** Names, types, places and enumerations of the published discovery documents, for the operations of this project. */
const published = JSON.parse(readFileSync(new URL('published.json', import.meta.url), 'utf8')) as Record<
  string,
  PublishedService
>;

const served = (file: string): DiscoveryDocument =>
  JSON.parse(
    readFileSync(new URL(`../../functions/discovery/documents/${file}`, import.meta.url), 'utf8'),
  ) as DiscoveryDocument;

function methodsOf({ methods = {}, resources = {} }: DiscoveryResource): DiscoveryMethod[] {
  return [...Object.values(methods), ...Object.values(resources).flatMap(methodsOf)];
}

const methodFacts = ({ id, description: _, request, response, parameters, ...method }: DiscoveryMethod): Facts =>
  factsOf(id, {
    ...method,
    parameters: strippedEach(parameters),
    ...(request !== undefined && { request: request.$ref }),
    ...(response !== undefined && { response: response.$ref }),
  });

/** The published facts, with the known differences put in their places. */
const expected = (place: string, value: unknown): Facts => ({
  ...factsOf(place, value),
  ...Object.fromEntries(
    Object.entries(differences).flatMap(([at, { ours }]) => (at.startsWith(`${place}.`) ? [[at, ours]] : [])),
  ),
});

/** A default that is published in words only may be written out as one. */
const withoutExtraDefaults = (facts: Facts, known: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([at]) => !at.endsWith('.default') || Object.hasOwn(known, at)));

describe.each(services)('the discovery document of $name', ({ name, version }) => {
  const theirs = published[name];
  if (theirs === undefined) throw new Error(`published.json knows nothing of ${name}`);
  const ours = served(`${name}.${version}.json`);
  const methods = new Map(methodsOf(ours).map((method) => [method.id, method]));

  test('has the published addresses, scopes and common parameters', () => {
    expect(ours).toMatchObject({
      id: `${name}:${theirs.version}`,
      version: theirs.version,
      revision: theirs.revision,
      servicePath: theirs.servicePath,
      basePath: theirs.basePath,
      batchPath: theirs.batchPath,
    });
    expect(Object.keys(ours.auth.oauth2.scopes).toSorted()).toEqual(theirs.scopes);
    expect(factsOf('parameters', strippedEach(ours.parameters))).toEqual(factsOf('parameters', theirs.parameters));
  });

  test('has every published operation of its groups', () => {
    expect([...methods.keys()].toSorted()).toEqual(Object.keys(theirs.methods).toSorted());
  });

  test.each(Object.entries(theirs.methods))(
    '%s has the published verb, path, parameters, resources and scopes',
    (id, method) => {
      const own = methods.get(id);
      const known = expected(id, method);
      expect(own && withoutExtraDefaults(methodFacts(own), known)).toEqual(known);
    },
  );

  test.each(Object.entries(theirs.schemas))('%s has the published fields', (id, schema) => {
    const own = ours.schemas[id];
    expect(own && factsOf(`${name}:${id}`, stripped(own))).toEqual(expected(`${name}:${id}`, schema));
  });
});

test('every known difference is one', () => {
  const facts: Facts = Object.assign(
    {},
    ...Object.entries(published).flatMap(([name, { methods, schemas }]) => [
      ...Object.entries(methods).map(([id, method]) => factsOf(id, method)),
      ...Object.entries(schemas).map(([id, schema]) => factsOf(`${name}:${id}`, schema)),
    ]),
  ) as Facts;
  expect(Object.entries(differences).filter(([at, { ours }]) => facts[at] === ours)).toEqual([]);
});
