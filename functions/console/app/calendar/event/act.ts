/** What people do with events: asks what is unclear, does it, and offers the way back. */
import { isConflict } from '../../api/error.ts';
import { offerUndo, showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { getEvent, type CalendarEvent } from '../data/api.ts';
import { refresh, type PlacedEvent } from '../data/events.ts';
import { preferences } from '../data/preferences.ts';
import { ask } from '../dialogs/questions.tsx';
import { formatWhen } from '../time/format.ts';
import { inZone } from '../time/moments.ts';
import { titleOf } from './about.ts';
import { changeEvent, createEvent, removeEvent, respond, type Edit } from './change.ts';
import { draftOf, type Draft } from './draft.ts';
import type { Scope } from './series.ts';

const text = words.calendar;

const askScope = (isSeries: boolean, title: string, scopes: readonly Scope[]): Promise<Scope | undefined> =>
  isSeries
    ? ask(
        title,
        '',
        scopes.map((value) => ({ value, label: text.scopes[value] })),
      )
    : Promise.resolve('this');

/** Says what the other person made of it. */
const describeOther = (event: CalendarEvent): string[] => [
  titleOf({ event }),
  formatWhen(event, preferences.get().zone),
  ...(event.location === undefined ? [] : [event.location]),
];

/** Somebody else was faster: the person chooses. */
async function resolveConflict(edit: Edit): Promise<boolean> {
  const { calendarId, event } = edit;
  const { id = '', recurringEventId } = event;
  const other = await getEvent(calendarId, edit.scope === 'all' ? (recurringEventId ?? id) : id);
  refresh(calendarId);
  const choice = await ask(
    text.conflict.title,
    text.conflict.text,
    [
      { value: 'mine', label: text.conflict.mine },
      { value: 'theirs', label: text.conflict.theirs, isMain: true },
    ],
    describeOther(other),
  );
  if (choice !== 'mine') return choice === 'theirs';
  offerUndo(text.saved, await changeEvent({ ...edit, isForced: true }));
  return true;
}

/** True when the editor can be closed. */
export async function saveEdit(edit: Omit<Edit, 'scope'>): Promise<boolean> {
  const isSeries = edit.event.recurringEventId !== undefined;
  const hasNewRule = JSON.stringify(edit.before.recurrence) !== JSON.stringify(edit.after.recurrence);
  const scopes: readonly Scope[] = hasNewRule ? ['following', 'all'] : ['this', 'following', 'all'];
  const scope = await askScope(isSeries, text.changeWhich, scopes);
  if (scope === undefined) return false;
  try {
    offerUndo(text.saved, await changeEvent({ ...edit, scope }));
    return true;
  } catch (error) {
    if (isConflict(error)) return resolveConflict({ ...edit, scope });
    showError(error);
    return false;
  }
}

export async function saveNew(draft: Draft): Promise<boolean> {
  try {
    const { undo } = await createEvent(draft);
    offerUndo(text.created, undo);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

export async function deleteWithUndo(placed: PlacedEvent): Promise<boolean> {
  const isSeries = placed.event.recurringEventId !== undefined;
  const scope = await askScope(isSeries, text.deleteWhich, ['this', 'following', 'all']);
  if (scope === undefined) return false;
  try {
    offerUndo(text.deleted, await removeEvent(placed, scope));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** The recurrence of the series that an instance belongs to. */
export async function seriesLines({ event, calendarId }: PlacedEvent): Promise<readonly string[] | undefined> {
  const { recurringEventId, recurrence } = event;
  return recurringEventId === undefined ? recurrence : (await getEvent(calendarId, recurringEventId)).recurrence;
}

/** By dragging: other times for an event. False puts it back to where it was. */
export async function moveTo(
  placed: PlacedEvent,
  times: Pick<Draft, 'isAllDay' | 'start' | 'end'>,
  timeZone: string,
): Promise<boolean> {
  const { event, calendarId } = placed;
  const before = draftOf(event, calendarId, timeZone, await seriesLines(placed));
  // The event keeps its own zone; it is drawn in the reader's.
  const own = (wall: string): string => (times.isAllDay ? wall : inZone(wall, timeZone, before.timeZone));
  const after = { ...before, isAllDay: times.isAllDay, start: own(times.start), end: own(times.end) };
  return saveEdit({ event, calendarId, before, after });
}

export async function answerInvitation(placed: PlacedEvent, response: string, comment: string): Promise<boolean> {
  try {
    await respond(placed, response, comment);
    return true;
  } catch (error) {
    if (!isConflict(error)) {
      showError(error);
      return false;
    }
    // The others' answers came in between: ours goes on top of them.
    const event = await getEvent(placed.calendarId, placed.event.id ?? '');
    return answerInvitation({ ...placed, event }, response, comment);
  }
}
