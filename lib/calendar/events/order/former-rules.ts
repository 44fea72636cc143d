/**
 * The rules that a series had before a change, or that it was a single event. Instances are computed from rules, so a
 * change of the rules removes instances without a trace. The series stores its former rules in `formerly` as long as
 * sync tokens are valid: a sync of instances can then report those that are gone.
 */
import { isDeepStrictEqual } from 'node:util';
import { isLivingSeries } from '#lib/calendar/events/rows/rows';
import { isMaster, type FormerRules, type StoredEvent } from '#lib/calendar/model/event';
import type { WholeEvent } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { intervalOf } from '#lib/calendar/time/event-time';
import { isForgotten } from '#lib/calendar/tokens/retention';
import { sourceOf } from './merge-sorted.ts';
import type { PositionedRow, WindowQuery } from './position.ts';
import { plainInstances, plainOccurrences } from './series-rows.ts';

/** A user who looks for a good time may change a series often between two syncs. */
const MAX_FORMER_RULES = 20;
/** Rules with very many dates would take too much room in the item. */
const MAX_REMEMBERED_LENGTH = 4000;
const MAX_CHARACTERS = 8000;

/** The latest former rules that fit into the item. */
function latestThatFit(rules: readonly FormerRules[]): readonly FormerRules[] {
  const latest = rules.slice(-MAX_FORMER_RULES);
  let room = MAX_CHARACTERS;
  return latest.slice(latest.findLastIndex((former) => (room -= JSON.stringify(former).length) < 0) + 1);
}

/** The former rules that a series stores after a change of its times, rules or status. */
export function rememberRules(
  before: StoredEvent,
  after: StoredEvent,
  atMs: number,
): readonly FormerRules[] | undefined {
  const { start, end, recurrence = [], formerly = [] } = before;
  const isSame = isDeepStrictEqual([start, recurrence], [after.start, after.recurrence]);
  const isReplacedNow = isMaster(before) ? !isSame : isMaster(after);
  const replaced: FormerRules[] =
    isReplacedNow && JSON.stringify(recurrence).length <= MAX_REMEMBERED_LENGTH
      ? [{ start, end, recurrence, untilMs: atMs }]
      : [];
  const isReplaced = (former: FormerRules): boolean =>
    replaced.some((rules) => isDeepStrictEqual({ ...former, untilMs: atMs }, rules));
  const kept = latestThatFit([
    ...formerly.filter((former) => !isForgotten(former.untilMs, new Date(atMs)) && !isReplaced(former)),
    ...replaced,
  ]);
  return kept.length > 0 ? kept : undefined;
}

type WindowPart = Pick<WindowQuery, 'window' | 'horizon' | 'after' | 'budget'>;

/** A single event that became a series: cancelled, with its last times as a single event. */
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

/** Whether an instance is among the current ones, asked in order of start: one at a time is held. */
function currentInstances(event: StoredEvent, part: WindowPart, calendarZone: string): (row: PositionedRow) => boolean {
  if (!isLivingSeries(event)) return () => false;
  const current = sourceOf(plainOccurrences({ ...event, exceptions: undefined }, part, calendarZone));
  return ({ id, start }) => {
    let occurrence = current.peek();
    for (; occurrence !== undefined && occurrence.interval.start < start; occurrence = current.peek())
      current.advance();
    return occurrence?.interval.start === start && instanceId(event.id, occurrence.start) === id;
  };
}

/** Instances that the former rules produced and the current ones do not, as cancelled, in order. */
function* vanishedInstances(
  event: StoredEvent,
  { start, end, recurrence }: FormerRules,
  part: WindowPart,
  calendarZone: string,
): Generator<PositionedRow, void> {
  const isStillThere = currentInstances(event, part, calendarZone);
  const before: StoredEvent = { ...event, start, end, recurrence: [...recurrence], exceptions: undefined };
  for (const row of plainInstances(before, part, calendarZone)) {
    if (!isStillThere(row)) yield { ...row, series: event, whole: { ...row.whole, status: 'cancelled' } };
  }
}

/**
 * Everything that existed under former rules and no longer does, as cancelled: several lists of rows, each in order.
 */
export const vanishedRows = (
  event: StoredEvent,
  rules: readonly FormerRules[],
  part: WindowPart,
  calendarZone: string,
): Iterable<PositionedRow>[] => [
  vanishedEvent(event, rules, calendarZone),
  ...rules
    .filter(({ recurrence }) => recurrence.length > 0)
    .map((former) => vanishedInstances(event, former, part, calendarZone)),
];
