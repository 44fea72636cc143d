/** The age of the changes that a stream function receives. */
import { type CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { MAX_BEHIND_MS } from '#lib/package/alarms';

/** CloudWatch's numbers arrive a few minutes late. */
const LOOK_BACK_MS = 15 * 60_000;
const PERIOD_SECONDS = 60;

/** The age of the oldest change in the last known minute; undefined if nothing changes. */
export async function streamAgeMs(cloudWatch: CloudWatchClient, functionName: string): Promise<number | undefined> {
  const { Datapoints = [] } = await cloudWatch.send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/Lambda',
      MetricName: 'IteratorAge',
      Dimensions: [{ Name: 'FunctionName', Value: functionName }],
      StartTime: new Date(Date.now() - LOOK_BACK_MS),
      EndTime: new Date(),
      Period: PERIOD_SECONDS,
      Statistics: ['Maximum'],
    }),
  );
  const timeOf = ({ Timestamp }: (typeof Datapoints)[number]): number => Timestamp?.getTime() ?? 0;
  return Datapoints.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1)?.Maximum;
}

export const isBehind = (ageMs: number | undefined): ageMs is number => ageMs !== undefined && ageMs > MAX_BEHIND_MS;
