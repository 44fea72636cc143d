/**
 * The rules that a series had before, or that it had none. Instances follow from rules and leave no trace when the
 * rules change, so whoever keeps instances could never hear that one of them is gone: the rules of before tell, for as
 * long as anybody can ask.
 */
import { isDeepStrictEqual } from 'node:util';
import { isLivingSeries } from '#lib/calendar/events/rows/rows';
import { isMaster, type FormerRules, type StoredEvent } from '#lib/calendar/model/event';
import type { WholeEvent } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { intervalOf } from '#lib/calendar/time/event-time';
import { isForgotten } from '#lib/calendar/tokens/retention';
import type { PositionedRow, WindowQuery } from './position.ts';
import { plainInstances, plainOccurrences } from './series-rows.ts';

/** Somebody who looks for a good time may change a series often before anybody syncs. */
const MAX_CACHED_ENTRIES = 20;
/** Rules with very many dates are not worth their room in the item. */
const MAX_REMEMBERED_LENGTH = 4000;
const MAX_CHARACTERS = 8000;

/** The latest of them for which the item has room. */
function withinRoom(rules: readonly FormerRules[]): readonly FormerRules[] {
  const latest = rules.slice(-MAX_CACHED_ENTRIES);
  let room = MAX_CHARACTERS;
  return latest.slice(latest.findLastIndex((former) => (room -= JSON.stringify(former).length) < 0) + 1);
}

/** What a series remembers after a change of its times, rules or status. */
export function rememberRules(
  before: StoredEvent,
  after: StoredEvent,
  atMs: number,
): readonly FormerRules[] | undefined {
  const { start, end, recurrence = [], formerly = [] } = before;
  const isSame = isDeepStrictEqual([start, recurrence], [after.start, after.recurrence]);
  const isLeft = isMaster(before) ? !isSame : isMaster(after);
  const left: FormerRules[] =
    isLeft && JSON.stringify(recurrence).length <= MAX_REMEMBERED_LENGTH
      ? [{ start, end, recurrence, untilMs: atMs }]
      : [];
  const isReplaced = (former: FormerRules): boolean =>
    left.some((rules) => isDeepStrictEqual({ ...former, untilMs: atMs }, rules));
  const remembered = withinRoom([
    ...formerly.filter((former) => !isForgotten(former.untilMs, new Date(atMs)) && !isReplaced(former)),
    ...left,
  ]);
  return remembered.length > 0 ? remembered : undefined;
}

type Stretch = Pick<WindowQuery, 'window' | 'horizon' | 'after'>;

/** The event itself, where its instances have taken its place: cancelled, as it last stood alone. */
function vanishedEvent(event: StoredEvent, rules: readonly FormerRules[], calendarZone: string): PositionedRow[] {
  const alone = rules.findLast(({ recurrence }) => recurrence.length === 0);
  if (alone === undefined || !isMaster(event)) return [];
  const whole: WholeEvent = {
    ...event,
    start: alone.start,
    end: alone.end,
    recurrence: undefined,
    status: 'cancelled',
  };
  return [{ whole, id: event.id, ...intervalOf(whole, calendarZone) }];
}

/** The instances that were there under one of the rules before and are no longer, as cancelled, in order. */
function* vanishedInstances(
  event: StoredEvent,
  { start, end, recurrence }: FormerRules,
  stretch: Stretch,
  calendarZone: string,
): Generator<PositionedRow, void> {
  const { window, horizon } = stretch;
  const now = isLivingSeries(event)
    ? plainOccurrences({ ...event, exceptions: undefined }, { window, horizon }, calendarZone)
    : [];
  const stillThere = new Set([...now].map((occurrence) => instanceId(event.id, occurrence.start)));
  const before: StoredEvent = { ...event, start, end, recurrence: [...recurrence], exceptions: undefined };
  for (const row of plainInstances(before, stretch, calendarZone)) {
    if (!stillThere.has(row.id)) yield { ...row, series: event, whole: { ...row.whole, status: 'cancelled' } };
  }
}

/** What was there under one of the rules before and is no longer, as cancelled: runs of rows, each in order. */
export const vanishedRows = (
  event: StoredEvent,
  rules: readonly FormerRules[],
  stretch: Stretch,
  calendarZone: string,
): Iterable<PositionedRow>[] => [
  vanishedEvent(event, rules, calendarZone),
  ...rules
    .filter(({ recurrence }) => recurrence.length > 0)
    .map((former) => vanishedInstances(event, former, stretch, calendarZone)),
];
