/** One CloudWatch alarm, sent to the stage's topic. */
export interface CloudResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export type Resources = Record<string, CloudResource>;
export type Dimension = Readonly<Record<'Name', string> & Record<'Value', unknown>>;

export interface Condition {
  readonly metric: string;
  readonly namespace: string;
  readonly dimensions?: readonly Dimension[];
  readonly statistic?: 'Sum' | 'Maximum';
  /** Reached or exceeded within five minutes. */
  readonly threshold: number;
  /** In how many of the last three periods of five minutes. */
  readonly times?: number;
  readonly description: string;
}

/** The SNS topic of all alarms; anyone can subscribe. */
export const TOPIC = 'AlarmTopic';

const PERIOD_SECONDS = 300;
const OPERATIONS = 'see OPERATIONS.md';

export function alarm({
  metric,
  namespace,
  dimensions = [],
  statistic = 'Sum',
  threshold,
  times = 1,
  description,
}: Condition): CloudResource {
  return {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmDescription: `${description} (${OPERATIONS})`,
      Namespace: namespace,
      MetricName: metric,
      ...(dimensions.length > 0 && { Dimensions: dimensions }),
      Statistic: statistic,
      Period: PERIOD_SECONDS,
      EvaluationPeriods: times === 1 ? 1 : 3,
      ...(times > 1 && { DatapointsToAlarm: times }),
      Threshold: threshold,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      AlarmActions: [{ Ref: TOPIC }],
      OKActions: [{ Ref: TOPIC }],
    },
  };
}
