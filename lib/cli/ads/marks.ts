/** Up to when the conversions of each activity are complete, oldest first: shows which uploader has stopped. */
import type { AdsStores } from '#lib/ads/stores/all';
import { counted } from '#lib/api/text/counted';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ageOf(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? UNITS[2];
  const count = Math.max(0, Math.floor(ms / size));
  return counted(count, unit);
}

/** Tab-separated columns, for other programs. */
export async function listMarks({ availability }: Pick<AdsStores, 'availability'>, now: Date): Promise<void> {
  const marks = await availability.listAll();
  if (marks.length === 0)
    return console.error('No uploader has marked anything yet: clients do so by conversion.updateAvailability.');
  console.log(['advertiser', 'activity', 'complete until', 'age'].join('\t'));
  for (const { advertiserId, activityId, timestampMs } of marks.sort((a, b) => a.timestampMs - b.timestampMs)) {
    console.log(
      [advertiserId, activityId, new Date(timestampMs).toISOString(), ageOf(now.getTime() - timestampMs)].join('\t'),
    );
  }
}
