import { describe, expect, test } from '@jest/globals';
import { resolveVariables } from '#lib/package/template/variables';

const sources = {
  stage: 'local',
  params: { bucket: 'almanac-${sls:stage}', units: 600 },
  readFile: (path: string) => ({ from: path }),
};

describe('a variable of serverless.yml', () => {
  test.each([
    ['a part of a text', 'table-${sls:stage}-books', 'table-local-books'],
    ['a value with a type', '${param:units}', 600],
    ['a value that has variables itself', '${param:bucket}', 'almanac-local'],
    ['the first that has a value', "${param:none, opt:none, 'fallback'}", 'fallback'],
    ['a file', ['${file(functions/http.yml)}'], [{ from: 'functions/http.yml' }]],
    ["CloudFormation's own, which stays", { Sub: '${Bucket.Arn}/*' }, { Sub: '${Bucket.Arn}/*' }],
  ])('is %s', (_name, given, resolved) => {
    expect(resolveVariables(given, sources)).toEqual(resolved);
  });

  test('without a value is an error that names it', () => {
    expect(() => resolveVariables('${param:none}', sources)).toThrow('param:none');
  });
});
