/** Until when the conversions of an advertiser are complete. */

export interface AvailabilityMark {
  readonly advertiserId: string;
  readonly activityId: string;
  readonly timestampMs: number;
  readonly markedMs: number;
}
