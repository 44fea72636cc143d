import { describe, expect, test } from '@jest/globals';
import { roleOf } from '#lib/package/roles';
import { addSearchDomain, SEARCHING_FUNCTIONS, searchProblem } from '#lib/package/template/search-domain';
import { notDeployable } from '#test/tools/template/deployer';
import { faultsOfProperties } from '#test/tools/template/descriptions';
import type { Template } from '#test/tools/template/template';

const SIZE = { instance: 'r7g.large.search', instances: '2', gigabytes: 100 };

describe('a stage with booksSearch=opensearch', () => {
  const functions = Object.fromEntries(
    [...SEARCHING_FUNCTIONS, 'calendarEvents'].map((name) => [name, { environment: { KEPT: 'yes' } }]),
  );
  const resources: Record<string, Template['Resources'][string]> = {};
  addSearchDomain(functions, resources, SIZE);

  test('has a domain that CloudFormation takes and the deployer may make', () => {
    expect(Object.keys(resources)).toEqual(['SearchDomain']);
    expect(faultsOfProperties({ Resources: resources })).toEqual([]);
    expect(notDeployable({ Resources: resources })).toEqual([]);
    expect(resources['SearchDomain']).toMatchObject({
      Properties: {
        ClusterConfig: { InstanceType: 'r7g.large.search', InstanceCount: 2, ZoneAwarenessEnabled: true },
        EBSOptions: { VolumeSize: 100 },
        DomainEndpointOptions: { EnforceHTTPS: true },
        EncryptionAtRestOptions: { Enabled: true },
      },
    });
  });

  test('names it to the functions that search or import, and to no other', () => {
    const endpoint = { 'Fn::Sub': 'https://${SearchDomain.DomainEndpoint}' };
    for (const name of SEARCHING_FUNCTIONS)
      expect(functions[name]?.environment).toEqual({ KEPT: 'yes', SEARCH_ENDPOINT: endpoint });
    expect(functions['calendarEvents']?.environment).toEqual({ KEPT: 'yes' });
  });
});

test('whoever searches books may ask the domain, and nobody may on other stages', () => {
  const actionsOf = (name: string, BOOKS_SEARCH: string): string[] => [
    ...new Set(JSON.stringify(roleOf(name, 'Any', { BOOKS_SEARCH, STAGE: 'prod' })).match(/es:ESHttp\w+/g)),
  ];

  expect(actionsOf('booksVolumes', 'opensearch')).toEqual(['es:ESHttpPost']);
  expect(actionsOf('importCatalogue', 'opensearch').toSorted()).toEqual(
    ['Delete', 'Get', 'Post', 'Put'].map((method) => `es:ESHttp${method}`),
  );
  expect(actionsOf('booksBookshelves', 'opensearch')).toEqual([]);
  for (const name of SEARCHING_FUNCTIONS) expect(actionsOf(name, 'file')).toEqual([]);
});

test.each([
  ['file', SIZE],
  ['opensearch', SIZE],
  ['file', { ...SIZE, instances: 'many' }],
])('booksSearch=%s with %j may be deployed', (setting, size) => {
  expect(searchProblem(setting, size)).toBeUndefined();
});

test.each([
  ['elastic', SIZE, 'file or opensearch'],
  ['opensearch', { ...SIZE, instance: 'r7g.large' }, 'r7g.large.search'],
  ['opensearch', { ...SIZE, instances: '0' }, 'whole numbers'],
  ['opensearch', { ...SIZE, gigabytes: 'all' }, 'whole numbers'],
])('booksSearch=%s with %j may not', (setting, size, problem) => {
  expect(searchProblem(setting, size)).toContain(problem);
});
