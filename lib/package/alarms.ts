/** The alarms of a stage: for its functions and for the streams and queues that they read. */
import { alarm, TOPIC, type CloudResource, type Condition, type Dimension, type Resources } from './alarm.ts';
import { logMetrics, COUNTED_LINES, namespaceOf } from './log-metrics.ts';

/** A stream reader that is further behind is too slow or stuck. */
export const MAX_BEHIND_MS = 300_000;

/** The part of a function's definition that its alarms depend on. */
export interface WatchedFunction {
  readonly name: string;
  /** The beginning of its CloudFormation ids: `CalendarEvents`. */
  readonly prefix: string;
  readonly events: readonly EventSource[];
}

export interface EventSource {
  readonly httpApi?: unknown;
  readonly schedule?: unknown;
  readonly stream?: { readonly arn: string | { readonly 'Fn::GetAtt': readonly [table: string, attribute: string] } };
  readonly sqs?: { readonly arn: { readonly 'Fn::GetAtt': readonly [queue: string, attribute: string] } };
}

const ofFunction = ({ prefix }: WatchedFunction): Dimension[] => [
  { Name: 'FunctionName', Value: { Ref: `${prefix}LambdaFunction` } },
];
const ofQueue = (queue: string): Dimension[] => [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }];

const hasOnly = (kind: keyof EventSource, { events }: WatchedFunction): boolean =>
  events.every((event) => event[kind] !== undefined);
export const queuesOf = ({ events }: WatchedFunction): string[] =>
  events.flatMap(({ sqs }) => sqs?.arn['Fn::GetAtt'][0] ?? []);

/**
 * A function that only answers requests has no alarm of its own: its errors and throttles are 5xx answers of the API,
 * even those that the function caught.
 */
function alarmsOfFunction(watched: WatchedFunction): Resources {
  const { name, prefix, events } = watched;
  if (hasOnly('httpApi', watched)) return {};
  const isRepeated = events.some(({ schedule, stream }) => schedule !== undefined || stream !== undefined);
  const dimensions = ofFunction(watched);
  const lambda = { namespace: 'AWS/Lambda', dimensions } as const;
  const errors = { ...lambda, metric: 'Errors', threshold: 1, times: isRepeated ? 2 : 1, description: `${name} fails` };
  const age = {
    ...lambda,
    metric: 'IteratorAge',
    statistic: 'Maximum',
    threshold: MAX_BEHIND_MS,
    description: `${name} is five minutes behind its stream`,
  } as const;
  return {
    [`${prefix}ErrorsAlarm`]: alarm(errors),
    ...(events.some(({ stream }) => stream !== undefined) && { [`${prefix}AgeAlarm`]: alarm(age) }),
    ...Object.fromEntries(queuesOf(watched).map((queue) => [`${queue}AgeAlarm`, alarm(backlogCondition(queue))])),
  };
}

const backlogCondition = (queue: string): Condition => ({
  namespace: 'AWS/SQS',
  metric: 'ApproximateAgeOfOldestMessage',
  dimensions: ofQueue(queue),
  statistic: 'Maximum',
  threshold: 3600,
  description: `The oldest message of ${queue} waits for more than an hour`,
});

/** Queues of messages that failed too often. */
const deadLetterCondition = (queue: string): Condition => ({
  namespace: 'AWS/SQS',
  metric: 'ApproximateNumberOfMessagesVisible',
  dimensions: ofQueue(queue),
  statistic: 'Maximum',
  threshold: 1,
  description: `${queue} is not empty`,
});

const WHOLE_STAGE: Readonly<Record<string, Condition>> = {
  ApiFailuresAlarm: {
    namespace: 'AWS/ApiGateway',
    metric: '5xx',
    dimensions: [{ Name: 'ApiId', Value: { Ref: 'HttpApi' } }],
    threshold: 5,
    description: 'Requests are answered with 500 or more',
  },
  // Concurrency is shared by the account and region, and so is this alarm.
  ThrottlesAlarm: {
    namespace: 'AWS/Lambda',
    metric: 'Throttles',
    threshold: 1,
    times: 2,
    description: 'Functions of this account are throttled',
  },
};

/** `deadLetters` are queues without a reader; `mail` is the address to notify, if any. */
export function alarmResources(
  stage: string,
  functions: readonly WatchedFunction[],
  deadLetters: readonly string[],
  mail: string,
): Resources {
  const topic: CloudResource = {
    Type: 'AWS::SNS::Topic',
    Properties: {
      TopicName: `almanac-${stage}-alarms`,
      ...(mail !== '' && { Subscription: [{ Protocol: 'email', Endpoint: mail }] }),
    },
  };
  return Object.assign(
    { [TOPIC]: topic },
    ...functions.map(alarmsOfFunction),
    Object.fromEntries(deadLetters.map((queue) => [`${queue}Alarm`, alarm(deadLetterCondition(queue))])),
    Object.fromEntries(Object.entries(WHOLE_STAGE).map(([id, condition]) => [id, alarm(condition)])),
    ...COUNTED_LINES.map((line) => logMetrics(line, namespaceOf(stage))),
  ) as Resources;
}
