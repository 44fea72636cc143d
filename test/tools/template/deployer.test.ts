import { expect, test } from '@jest/globals';
import { notDeployable } from './deployer.ts';

const withQueue = (QueueName: string) => ({ Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { QueueName } } } });

test('what belongs to a stage may be deployed', () => {
  expect(notDeployable(withQueue('almanac-prod-letters'))).toEqual([]);
});

test('what belongs to others may not', () => {
  expect(notDeployable(withQueue('payroll'))[0]).toBe('Q: sqs:CreateQueue on arn:aws:sqs:eu-west-1:1:payroll');
});

test('a type that is new in the template is noticed', () => {
  expect(notDeployable({ Resources: { K: { Type: 'AWS::KMS::Key' } } })).toEqual([
    'K: nobody has said what AWS::KMS::Key needs',
  ]);
});
