/**
 * Checks of the packaged CloudFormation template. This file has this project's own rules.
 * `descriptions.ts` checks properties and references against AWS's published schema; `template.ts` has the types.
 */
import { type Fields, isFields, type Template } from './template.ts';

/** CloudFormation allows 500; the rest is for stages that add resources. */
const MAX_RESOURCES = 400;
/** Lambda allows 4 KB of names and values; a stage's ISSUERS may be of any length. */
const MAX_ENVIRONMENT_BYTES = 3 * 1024;

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const ofType = ({ Resources }: Template, type: string): (readonly [id: string, properties: Fields])[] =>
  Object.entries(Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => [id, fieldsOf(Properties)]);

/** The resource id of `{ "Fn::GetAtt": [ID, ...] }` or `{ "Ref": ID }`. */
function idIn(value: unknown): string | undefined {
  const { Ref, 'Fn::GetAtt': attribute } = fieldsOf(value);
  return typeof Ref === 'string' ? Ref : Array.isArray(attribute) ? String(attribute[0]) : undefined;
}

/** Queues without a dead-letter queue that are not dead-letter queues themselves. */
export function queuesWithoutDeadLetters(template: Template): string[] {
  const queues = ofType(template, 'AWS::SQS::Queue');
  const targets = new Map(
    queues.map(([id, { RedrivePolicy }]) => [id, idIn(fieldsOf(RedrivePolicy)['deadLetterTargetArn'])]),
  );
  const deadLetters = new Set(targets.values());
  const forgetful = queues.filter(([id]) => targets.get(id) === undefined && !deadLetters.has(id));
  return forgetful.map(([id]) => `${id}: has no dead-letter queue`);
}

interface Alarm {
  readonly metric: string;
  /** The resources of the alarm; empty for the whole account. */
  readonly about: readonly (string | undefined)[];
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const alarmsIn = (template: Template): Alarm[] =>
  ofType(template, 'AWS::CloudWatch::Alarm').map(([, { Namespace, MetricName, Dimensions }]) => ({
    metric: `${String(Namespace)} ${String(MetricName)}`,
    about: listOf(Dimensions).map(({ Value }) => idIn(Value)),
  }));

/** Functions without alarms for failures, throttles or delays, and queues without an alarm. */
export function unwatched(template: Template): string[] {
  const alarms = alarmsIn(template);
  const has = (metric: string, id?: string): boolean =>
    alarms.some(
      (alarm) => alarm.metric === metric && (id === undefined ? alarm.about.length === 0 : alarm.about.includes(id)),
    );
  const mappings = ofType(template, 'AWS::Lambda::EventSourceMapping').map(([, properties]) => properties);
  const isWatchedApi = ofType(template, 'AWS::ApiGatewayV2::Api').some(([id]) => has('AWS/ApiGateway 5xx', id));
  const targets = [
    ...mappings.map(({ FunctionName }) => FunctionName),
    ...ofType(template, 'AWS::Events::Rule').flatMap(([, { Targets }]) => listOf(Targets).map(({ Arn }) => Arn)),
  ];
  const inBackground = new Set(targets.map(idIn));
  const streams = mappings.filter(({ StartingPosition }) => StartingPosition !== undefined);

  function lacksOf(id: string): string[] {
    const isHeard = has('AWS/Lambda Errors', id) || (isWatchedApi && !inBackground.has(id));
    const isThrottledUnheard = !has('AWS/Lambda Throttles', id) && !has('AWS/Lambda Throttles');
    const readsStream = streams.some(({ FunctionName }) => idIn(FunctionName) === id);
    return [
      ...(isHeard ? [] : ['failures']),
      ...(isThrottledUnheard ? ['throttles'] : []),
      ...(readsStream && !has('AWS/Lambda IteratorAge', id) ? ['delays'] : []),
    ];
  }
  const functions = ofType(template, 'AWS::Lambda::Function').flatMap(([id]) =>
    lacksOf(id).map((what) => `${id}: no alarm for its ${what}`),
  );
  const isRead = (queue: string): boolean => mappings.some(({ EventSourceArn }) => idIn(EventSourceArn) === queue);
  const queues = ofType(template, 'AWS::SQS::Queue').filter(
    ([id]) =>
      !has(`AWS/SQS ${isRead(id) ? 'ApproximateAgeOfOldestMessage' : 'ApproximateNumberOfMessagesVisible'}`, id),
  );
  return [...functions, ...queues.map(([id]) => `${id}: no alarm for what waits in it`)];
}

export function tooManyResources({ Resources }: Template): string[] {
  const count = Object.keys(Resources).length;
  return count > MAX_RESOURCES ? [`${String(count)} resources are more than ${String(MAX_RESOURCES)}`] : [];
}

const bytesOf = (variables: Fields): number =>
  Object.entries(variables).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(String(value)),
    0,
  );

export const tooLargeEnvironments = (template: Template): string[] =>
  ofType(template, 'AWS::Lambda::Function')
    .map(([id, { Environment }]) => [id, bytesOf(fieldsOf(fieldsOf(Environment)['Variables']))] as const)
    .filter(([, bytes]) => bytes > MAX_ENVIRONMENT_BYTES)
    .map(
      ([id, bytes]) => `${id}: ${String(bytes)} bytes of environment are more than ${String(MAX_ENVIRONMENT_BYTES)}`,
    );
