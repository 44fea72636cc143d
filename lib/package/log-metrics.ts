/** Log lines that are counted by CloudWatch, with an alarm for those that need action. */
import { GIVEN_UP } from '#lib/ads/reports/run/report';
import { COPY_NOT_MADE } from '#lib/calendar/guests/copy-allowance';
import { EXPANSIONS_CUT } from '#lib/calendar/recurrence/budget';
import { FILE_REFUSED } from '#lib/runtime/uploads';
import { alarm, type CloudResource, type Resources } from './alarm.ts';

/** The namespace of metrics from logs, one per stage. */
export const namespaceOf = (stage: string): string => `Almanac/${stage}`;

/** A log line and its metric. */
export interface CountedLine {
  readonly metric: string;
  /** Ids of log groups. */
  readonly in: readonly string[];
  readonly pattern: string;
  readonly value: string;
  readonly description: string;
  /** Absent where a line needs action: then its metric has an alarm. */
  readonly hasNoAlarm?: true;
}

export const COUNTED_LINES: readonly CountedLine[] = [
  {
    metric: 'lettersSetAside',
    in: ['SendLettersLogGroup'],
    pattern: '{ $.message = "letters" && $.setAside > 0 }',
    value: '$.setAside',
    description: 'Letters were set aside: npm run channels -- list',
  },
  {
    metric: 'lettersOverCeiling',
    in: ['SendLettersLogGroup'],
    pattern: '{ $.message = "letters" && $.overCeiling > 0 }',
    value: '$.overCeiling',
    description: "Letters were not sent: a user's ceiling of the day is reached",
    hasNoAlarm: true,
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
  {
    metric: 'expansionsCut',
    in: ['CalendarFreebusyLogGroup', 'BatchLogGroup', 'PropagateLogGroup'],
    pattern: `{ $.message = "${EXPANSIONS_CUT}" }`,
    value: '1',
    description: 'Recurring events were too dense for a read by others, which was cut',
    hasNoAlarm: true,
  },
  {
    metric: 'copiesNotMade',
    in: ['PropagateLogGroup'],
    pattern: `{ $.message = "${COPY_NOT_MADE}" }`,
    value: '1',
    description: 'A guest got no copy: the sender made too many, or the calendar is full',
    hasNoAlarm: true,
  },
];

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export function logMetrics(
  { metric, in: groups, pattern, value, description, hasNoAlarm }: CountedLine,
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
  return {
    ...Object.fromEntries(filters),
    ...(hasNoAlarm !== true && { [`${id}Alarm`]: alarm({ namespace, metric, threshold: 1, description }) }),
  };
}
