import { describe, expect, test } from '@jest/globals';
import { queuesWithoutDeadLetters, tooLargeEnvironments, tooManyResources, unwatched } from './rules.ts';
import type { Resource } from './template.ts';

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

describe('what nobody would hear of', () => {
  const at = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
  const FUNCTION: Resource = { Type: 'AWS::Lambda::Function' };
  const api: Resource = { Type: 'AWS::ApiGatewayV2::Api' };
  const alarm = (Namespace: string, MetricName: string, ...about: readonly string[]): Resource => ({
    Type: 'AWS::CloudWatch::Alarm',
    Properties: { Namespace, MetricName, Dimensions: about.map((id) => ({ Name: 'Any', Value: { Ref: id } })) },
  });
  const reading = (id: string, source: object): Resource => ({
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: { FunctionName: at(id), ...source },
  });
  const throttles = alarm('AWS/Lambda', 'Throttles');
  const failures = alarm('AWS/ApiGateway', '5xx', 'Api');
  const ofQueue = { EventSourceArn: at('Queue') };
  const ofStream = { EventSourceArn: at('Table'), StartingPosition: 'LATEST' };

  test.each<[string, Readonly<Record<string, Resource>>, string[]]>([
    ['a function behind the API', { F: FUNCTION, Api: api, failures, throttles }, []],
    ['without an alarm of the API', { F: FUNCTION, Api: api, throttles }, ['F: no alarm for its failures']],
    ['without one for throttles', { F: FUNCTION, Api: api, failures }, ['F: no alarm for its throttles']],
    [
      'one on a schedule, which the API knows nothing of',
      {
        F: FUNCTION,
        Api: api,
        failures,
        throttles,
        R: { Type: 'AWS::Events::Rule', Properties: { Targets: [{ Arn: at('F') }] } },
      },
      ['F: no alarm for its failures'],
    ],
    [
      'one that reads a stream',
      { F: FUNCTION, throttles, errors: alarm('AWS/Lambda', 'Errors', 'F'), M: reading('F', ofStream) },
      ['F: no alarm for its delays'],
    ],
    [
      'one with an alarm of another',
      { F: FUNCTION, throttles, errors: alarm('AWS/Lambda', 'Errors', 'G'), M: reading('F', ofQueue) },
      ['F: no alarm for its failures'],
    ],
    [
      'a queue that is read',
      {
        Queue: queue(),
        count: alarm('AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'Queue'),
        M: reading('F', ofQueue),
      },
      ['Queue: no alarm for what waits in it'],
    ],
    ['one that is not', { Queue: queue() }, ['Queue: no alarm for what waits in it']],
    [
      'both with alarms',
      { Queue: queue(), age: alarm('AWS/SQS', 'ApproximateAgeOfOldestMessage', 'Queue'), M: reading('F', ofQueue) },
      [],
    ],
  ])('%s', (_name, Resources, lacks) => {
    expect(unwatched({ Resources })).toEqual(lacks);
  });
});
