/**
 * A CloudWatch dashboard per stage with what its alarms watch, and saved log queries. Fifty metrics are free: queues are
 * there by their alarms alone.
 */
import type { CloudResource } from './alarm.ts';
import type { WatchedFunction } from './alarms.ts';
import { COUNTED_LINES, namespaceOf } from './log-metrics.ts';

type Metric = readonly [namespace: string, metric: string, ...rest: unknown[]];

interface Graph {
  readonly title: string;
  readonly metrics: readonly Metric[];
  readonly stat?: string;
}

export interface DashboardParts {
  readonly stage: string;
  readonly functions: readonly WatchedFunction[];
  readonly tables: readonly string[];
  /** Ids of the alarms. */
  readonly alarms: readonly string[];
}

const COLUMNS = 3;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 6];

/** `${X}` is replaced by CloudFormation: names of functions, queues and tables. */
const nameOf = (id: string): string => `\${${id}}`;
const ofFunction = ({ prefix }: WatchedFunction): readonly string[] => [
  'FunctionName',
  nameOf(`${prefix}LambdaFunction`),
];

const answersRequests = ({ events }: WatchedFunction): boolean => events.every(({ httpApi }) => httpApi !== undefined);
/** Asked seldom, or answer the same to everybody without a look at a table: their times tell little. */
const NOT_TIMED = new Set([
  'AdsSavedColumns',
  'AlmanacBookshelves',
  'BooksBookshelves',
  'CalendarChannels',
  'CalendarColors',
  'CalendarSettings',
  'Console',
  'Discovery',
  'Hooks',
  'Oauth',
]);
const isTimed = (watched: WatchedFunction): boolean => answersRequests(watched) && !NOT_TIMED.has(watched.prefix);
/** They have nothing to do on most stages; their alarms are enough. */
const IDLE = new Set(['PullCalendars', 'PullReports']);
const worksInBackground = (watched: WatchedFunction): boolean => !answersRequests(watched) && !IDLE.has(watched.prefix);
const readsStream = ({ events }: WatchedFunction): boolean => events.some(({ stream }) => stream !== undefined);

function graphsOf({ stage, functions, tables }: DashboardParts): Graph[] {
  const api = (metric: string, options: object): Metric => [
    'AWS/ApiGateway',
    metric,
    'ApiId',
    nameOf('HttpApi'),
    options,
  ];
  const perTable = (metric: string): Metric[] =>
    tables.map((table) => ['AWS/DynamoDB', metric, 'TableName', nameOf(table)]);
  const perFunction = (metric: string, wanted: (watched: WatchedFunction) => boolean): Metric[] =>
    functions.filter(wanted).map((watched) => ['AWS/Lambda', metric, ...ofFunction(watched)]);
  return [
    { title: 'Requests', metrics: [api('Count', {}), api('4xx', {}), api('5xx', { color: '#d62728' })] },
    { title: 'Time of an answer, ms', metrics: [api('Latency', { stat: 'p50' }), api('Latency', { stat: 'p99' })] },
    { title: 'Time of functions, p99, ms', stat: 'p99', metrics: perFunction('Duration', isTimed) },
    {
      title: 'Failures of functions in the background',
      metrics: perFunction('Errors', worksInBackground),
    },
    { title: 'Behind their streams, ms', stat: 'Maximum', metrics: perFunction('IteratorAge', readsStream) },
    { title: 'Reads, units', metrics: perTable('ConsumedReadCapacityUnits') },
    { title: 'Writes, units', metrics: perTable('ConsumedWriteCapacityUnits') },
    { title: 'Writes that were throttled', metrics: perTable('WriteThrottleEvents') },
    { title: 'To be looked at', metrics: COUNTED_LINES.map(({ metric }): Metric => [namespaceOf(stage), metric]) },
    { title: 'Functions at work, of this account', stat: 'Maximum', metrics: [['AWS/Lambda', 'ConcurrentExecutions']] },
  ];
}

export function dashboardResource(parts: DashboardParts): CloudResource {
  const alarms = {
    type: 'alarm',
    x: 0,
    y: 0,
    width: 24,
    height: 3,
    properties: { title: 'Alarms', alarms: parts.alarms.map((id) => nameOf(`${id}.Arn`)) },
  };
  const graphs = graphsOf(parts).map(({ title, metrics, stat = 'Sum' }, index) => ({
    type: 'metric',
    x: (index % COLUMNS) * WIDTH,
    y: 3 + Math.floor(index / COLUMNS) * HEIGHT,
    width: WIDTH,
    height: HEIGHT,
    properties: { title, metrics, stat, period: 300, region: nameOf('AWS::Region') },
  }));
  return {
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: {
      DashboardName: `almanac-${parts.stage}`,
      DashboardBody: { 'Fn::Sub': JSON.stringify({ widgets: [alarms, ...graphs] }) },
    },
  };
}

/** Numbers per operation, for as long as the logs are kept. */
const QUERIES: Readonly<Record<string, string>> = {
  operations: `filter message = "request"
| stats count(*) as requests, pct(ms, 50) as p50, pct(ms, 99) as p99, sum(failed) as failures,
    sum(databaseCalls) as calls, sum(consumedCapacity) as units by operation
| sort requests desc`,
  failures: `filter level = "error"
| fields @timestamp, requestId, operation, message, error, cause, stack
| sort @timestamp desc
| limit 100`,
  'one request': `filter requestId = "PUT THE ID HERE"
| sort @timestamp asc`,
};

/** Saved in CloudWatch Logs Insights, over the logs of all functions. */
export const savedQueries = (stage: string, functions: readonly WatchedFunction[]): Record<string, CloudResource> =>
  Object.fromEntries(
    Object.entries(QUERIES).map(([name, QueryString], index) => [
      `SavedQuery${String(index + 1)}`,
      {
        Type: 'AWS::Logs::QueryDefinition',
        Properties: {
          Name: `almanac-${stage}/${name}`,
          QueryString,
          LogGroupNames: functions.map(({ prefix }) => ({ Ref: `${prefix}LogGroup` })),
        },
      },
    ]),
  );
