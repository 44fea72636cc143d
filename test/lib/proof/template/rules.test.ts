import { expect, test } from '@jest/globals';
import { queuesWithoutDeadLetters, tooLargeEnvironments, tooManyResources } from '#lib/proof/template/rules';
import type { Resource } from '#lib/proof/template/template';

const queue = (deadLetters?: string): Resource => ({
  Type: 'AWS::SQS::Queue',
  Properties:
    deadLetters === undefined
      ? {}
      : { RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [deadLetters, 'Arn'] }, maxReceiveCount: 3 } },
});
const withEnvironment = (Variables: Readonly<Record<string, string>>): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Environment: { Variables } },
});

test('a queue needs another one for what fails, unless it is that of others', () => {
  const Resources = { Uploads: queue('Failed'), Failed: queue(), Forgetful: queue() };

  expect(queuesWithoutDeadLetters({ Resources })).toEqual(['Forgetful: has no dead-letter queue']);
});

test('a template has 400 resources at most', () => {
  const some = (count: number) => ({
    Resources: Object.fromEntries(Array.from({ length: count }, (_, index) => [`Q${String(index)}`, queue()])),
  });

  expect(tooManyResources(some(400))).toEqual([]);
  expect(tooManyResources(some(401))).toEqual(['401 resources are more than 400']);
});

test('the environment of a function has 3 KB at most, in bytes of names and values', () => {
  const Resources = {
    Fits: withEnvironment({ A: 'x'.repeat(3 * 1024 - 1) }),
    Exceeds: withEnvironment({ A: 'ä'.repeat(1536) }),
    Empty: { Type: 'AWS::Lambda::Function' },
  };

  expect(tooLargeEnvironments({ Resources })).toEqual(['Exceeds: 3073 bytes of environment are more than 3072']);
});
