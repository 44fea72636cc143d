import { describe, expect, test } from '@jest/globals';
import { danglingReferences, faultsOfProperties } from './descriptions.ts';
import type { Resource } from './template.ts';

const QUEUE: Resource = {
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName: 'q', VisibilityTimeout: 30, Tags: [{ Key: 'a', Value: 'b' }] },
};
const MAPPING: Resource = {
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    FunctionName: { Ref: 'Handler' },
    EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
    ScalingConfig: { MaximumConcurrency: 2 },
  },
};
const withProperties = ({ Type, Properties }: Resource, more: object): Resource => ({
  Type,
  Properties: { ...(Properties as object), ...more },
});
const faultsWith = (...resources: readonly Resource[]): string[] =>
  faultsOfProperties({
    Resources: Object.fromEntries(resources.map((resource, index) => [`R${String(index)}`, resource])),
  });

describe('properties', () => {
  test('as they are described pass', () => {
    expect(faultsWith(QUEUE, MAPPING)).toEqual([]);
  });

  test.each<[string, Resource, string]>([
    ['an unknown property', withProperties(QUEUE, { VisiblityTimeout: 30 }), 'R0.VisiblityTimeout: unknown'],
    [
      'an unknown property further in',
      withProperties(MAPPING, { ScalingConfig: { Concurrency: 2 } }),
      'R0.ScalingConfig.Concurrency: unknown',
    ],
    [
      'a text for a number',
      withProperties(QUEUE, { VisibilityTimeout: '30' }),
      'R0.VisibilityTimeout: integer is expected, not "30"',
    ],
    [
      'a fraction for a whole number',
      withProperties(QUEUE, { VisibilityTimeout: 0.5 }),
      'R0.VisibilityTimeout: integer is expected, not 0.5',
    ],
    [
      'one thing for a list',
      withProperties(QUEUE, { Tags: { Key: 'a', Value: 'b' } }),
      'R0.Tags: a list is expected, not {"Key":"a","Value":"b"}',
    ],
    [
      'a list for an object',
      withProperties(MAPPING, { ScalingConfig: [] }),
      'R0.ScalingConfig: an object is expected, not []',
    ],
    ['a missing property', { Type: 'AWS::Lambda::EventSourceMapping', Properties: {} }, 'R0.FunctionName: missing'],
    ['a missing property further in', withProperties(QUEUE, { Tags: [{ Key: 'a' }] }), 'R0.Tags[0].Value: missing'],
    ['nothing where something is required', { Type: 'AWS::IAM::Role' }, 'R0.AssumeRolePolicyDocument: missing'],
    ['a type that AWS has not', { Type: 'AWS::SQS::Line' }, 'R0: AWS::SQS::Line is no type of resource'],
  ])('%s is a fault', (_name, resource, fault) => {
    expect(faultsWith(resource)).toEqual([fault]);
  });

  test('what CloudFormation computes is left to it', () => {
    expect(
      faultsWith(withProperties(QUEUE, { VisibilityTimeout: { Ref: 'Seconds' }, Tags: { 'Fn::If': ['A', [], []] } })),
    ).toEqual([]);
  });
});

describe('references', () => {
  const dangling = (value: unknown, DependsOn: string[] = []): string[] =>
    danglingReferences({
      Parameters: { Given: {} },
      Resources: { Queue: QUEUE, User: { Type: 'AWS::SNS::Topic', Properties: { TopicName: value }, DependsOn } },
    });

  test.each<[string, unknown]>([
    ['a resource', { Ref: 'Queue' }],
    ['a parameter', { Ref: 'Given' }],
    ['what every stack has', { Ref: 'AWS::Region' }],
    ['an attribute', { 'Fn::GetAtt': ['Queue', 'Arn'] }],
    ['a text with both', { 'Fn::Sub': ['${Queue.Arn}/${own}/${!Literal}', { own: { Ref: 'Given' } }] }],
  ])('to %s', (_name, value) => {
    expect(dangling(value, ['Queue'])).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['a resource that is not there', { Ref: 'Quue' }, 'Quue'],
    ['an attribute that it has not', { 'Fn::GetAtt': ['Queue', 'ARN'] }, 'Queue.ARN'],
    ['one within a text', { 'Fn::Sub': '${Quue.Arn}/*' }, 'Quue.Arn'],
    ['one within what is given to a text', { 'Fn::Sub': ['${own}', { own: { Ref: 'Quue' } }] }, 'Quue'],
  ])('to %s are a fault', (_name, value, name) => {
    expect(dangling(value)).toEqual([`User: ${name} does not exist`]);
  });

  test('so is waiting for what is not there', () => {
    expect(dangling('t', ['Quue'])).toEqual(['User: Quue does not exist']);
  });
});
