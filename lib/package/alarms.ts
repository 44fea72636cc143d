/** What wakes somebody up: alarms for the functions that there are, and for what they read from. */
import { alarm, TOPIC, type CloudResource, type Condition, type Dimension, type Resources } from './alarm.ts';
import { counted, COUNTED_LINES, namespaceOf } from './counted-lines.ts';

/** A reader of a stream that is further behind is too slow, or held up. */
export const MAX_BEHIND_MS = 300_000;

/** The part of a function's definition that decides what can go wrong with it. */
export interface Watched {
  readonly name: string;
  /** How its CloudFormation ids begin: `CalendarEvents`. */
  readonly prefix: string;
  readonly events: readonly EventSource[];
}

export interface EventSource {
  readonly httpApi?: unknown;
  readonly schedule?: unknown;
  readonly stream?: { readonly arn: string | { readonly 'Fn::GetAtt': readonly [table: string, attribute: string] } };
  readonly sqs?: { readonly arn: { readonly 'Fn::GetAtt': readonly [queue: string, attribute: string] } };
}

const ofFunction = ({ prefix }: Watched): Dimension[] => [
  { Name: 'FunctionName', Value: { Ref: `${prefix}LambdaFunction` } },
];
const ofQueue = (queue: string): Dimension[] => [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }];

const hasOnly = (kind: keyof EventSource, { events }: Watched): boolean =>
  events.every((event) => event[kind] !== undefined);
export const queuesOf = ({ events }: Watched): string[] => events.flatMap(({ sqs }) => sqs?.arn['Fn::GetAtt'][0] ?? []);

/**
 * A function that only answers requests has no alarm of its own: what fails in it, or is throttled, is an answer of
 * 500 or more of the API, also where the function itself caught it.
 */
function alarmsOfFunction(watched: Watched): Resources {
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
    ...Object.fromEntries(queuesOf(watched).map((queue) => [`${queue}AgeAlarm`, alarm(waiting(queue))])),
  };
}

const waiting = (queue: string): Condition => ({
  namespace: 'AWS/SQS',
  metric: 'ApproximateAgeOfOldestMessage',
  dimensions: ofQueue(queue),
  statistic: 'Maximum',
  threshold: 3600,
  description: `The oldest message of ${queue} waits for more than an hour`,
});

/** Queues for what failed too often. */
const keptApart = (queue: string): Condition => ({
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
  // Concurrency is that of the account and region, so is its alarm.
  ThrottlesAlarm: {
    namespace: 'AWS/Lambda',
    metric: 'Throttles',
    threshold: 1,
    times: 2,
    description: 'Functions of this account are throttled',
  },
};

/** `deadLetters` are queues that nobody reads; `mail` is an address that is told, if there is one. */
export function alarmResources(
  stage: string,
  functions: readonly Watched[],
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
    Object.fromEntries(deadLetters.map((queue) => [`${queue}Alarm`, alarm(keptApart(queue))])),
    Object.fromEntries(Object.entries(WHOLE_STAGE).map(([id, condition]) => [id, alarm(condition)])),
    ...COUNTED_LINES.map((line) => counted(line, namespaceOf(stage))),
  ) as Resources;
}
