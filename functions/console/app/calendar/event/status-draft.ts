/** Drafts of focus time, absence and working location: what each may have, and what of it is sent. */
import { words } from '../../words/words.ts';
import type { CalendarEvent } from '../data/api.ts';
import type { Draft } from './draft.ts';
import { STATUS_KINDS } from './status.ts';

export const isStatus = ({ kind }: Pick<Draft, 'kind'>): boolean => STATUS_KINDS.some((name) => name === kind);

/** Only the kinds that may have whole days. */
export const canBeAllDay = ({ kind }: Pick<Draft, 'kind'>): boolean => kind !== 'focusTime' && kind !== 'outOfOffice';

/** What it is called where nobody gave it a name. */
export function titleFor({ kind, summary, status }: Draft): string {
  const { kinds, status: text } = words.calendar;
  if (kind === 'workingLocation') {
    const label = status.place === 'homeOffice' ? '' : status.placeLabel.trim();
    return label === '' ? text.places[status.place] : label;
  }
  return summary.trim() === '' && (kind === 'focusTime' || kind === 'outOfOffice') ? (kinds[kind] ?? '') : summary;
}

/** The fields of an event that only its kind has. */
export function statusFields({ kind, status }: Draft): CalendarEvent {
  const { declineMode, declineMessage, isUndisturbed, place, placeLabel } = status;
  const declining = {
    autoDeclineMode: declineMode,
    declineMessage: declineMode === 'declineNone' ? '' : declineMessage,
  };
  const label = placeLabel.trim();
  switch (kind) {
    case 'focusTime':
      return { focusTimeProperties: { ...declining, chatStatus: isUndisturbed ? 'doNotDisturb' : 'available' } };
    case 'outOfOffice':
      return { outOfOfficeProperties: declining };
    case 'workingLocation':
      return {
        workingLocationProperties: { type: place, [place]: place === 'homeOffice' || label === '' ? {} : { label } },
      };
    default:
      return {};
  }
}

/** A draft that becomes one of another kind: in the main calendar, at times that the kind may have. */
export function withKind(draft: Draft, kind: string, primaryId: string): Draft {
  if (kind === 'default') return { ...draft, kind };
  const day = draft.start.slice(0, 10);
  const common = { ...draft, kind, calendarId: primaryId };
  if (kind === 'workingLocation') return { ...common, isAllDay: true, start: `${day}T00:00`, end: `${day}T00:00` };
  const declineMode = kind === 'outOfOffice' ? 'declineOnlyNewConflictingInvitations' : 'declineNone';
  const times = draft.isAllDay
    ? { isAllDay: false, start: `${day}T09:00`, end: `${draft.end.slice(0, 10)}T17:00` }
    : { isAllDay: false };
  return { ...common, ...times, status: { ...draft.status, declineMode } };
}
