/** Log lines that need action: counted by CloudWatch, with an alarm for each. */
import { GIVEN_UP } from '#lib/ads/reports/run/report';
import { FILE_REFUSED } from '#lib/runtime/uploads';
import { alarm, type CloudResource, type Resources } from './alarm.ts';

/** The namespace of metrics from logs, one per stage. */
export const namespaceOf = (stage: string): string => `Almanac/${stage}`;

/** A log line that needs action, and its metric. */
export interface CountedLine {
  readonly metric: string;
  /** Ids of log groups. */
  readonly in: readonly string[];
  readonly pattern: string;
  readonly value: string;
  readonly description: string;
}

export const COUNTED_LINES: readonly CountedLine[] = [
  {
    metric: 'lettersSetAside',
    in: ['PropagateLogGroup'],
    pattern: '{ $.message = "copies" && $.lettersSetAside > 0 }',
    value: '$.lettersSetAside',
    description: 'Letters were set aside: npm run channels -- list',
  },
  {
    metric: 'reportsGivenUp',
    in: ['PollReportsLogGroup'],
    pattern: `{ $.message = "${GIVEN_UP}" && $.reason = "reportUnavailableInternalServerError" }`,
    value: '1',
    description: 'A report was given up after three attempts',
  },
  {
    metric: 'filesRefused',
    in: ['ImportCatalogueLogGroup', 'ImportAdvertisingLogGroup'],
    pattern: `{ $.message = "${FILE_REFUSED}" }`,
    value: '1',
    description: 'An uploaded file cannot be imported at all',
  },
];

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export function logMetrics(
  { metric, in: groups, pattern, value, description }: CountedLine,
  namespace: string,
): Resources {
  const id = capitalized(metric);
  const filters = groups.map((group): [string, CloudResource] => [
    `${id}In${group}`,
    {
      Type: 'AWS::Logs::MetricFilter',
      Properties: {
        LogGroupName: { Ref: group },
        FilterPattern: pattern,
        MetricTransformations: [{ MetricNamespace: namespace, MetricName: metric, MetricValue: value }],
      },
    },
  ]);
  return { ...Object.fromEntries(filters), [`${id}Alarm`]: alarm({ namespace, metric, threshold: 1, description }) };
}
