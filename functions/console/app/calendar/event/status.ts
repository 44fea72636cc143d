/** Focus time, absence and working location: events of the main calendar that say what somebody is doing. */
import { words } from '../../words/words.ts';
import type { CalendarEvent } from '../data/api.ts';

export const STATUS_KINDS = ['focusTime', 'outOfOffice', 'workingLocation'] as const;
export const DECLINE_MODES = [
  'declineNone',
  'declineOnlyNewConflictingInvitations',
  'declineAllConflictingInvitations',
] as const;
export const PLACES = ['homeOffice', 'officeLocation', 'customLocation'] as const;

export type DeclineMode = (typeof DECLINE_MODES)[number];
export type Place = (typeof PLACES)[number];

/** What they have besides; each kind uses its own part of it. */
export interface Status {
  readonly declineMode: DeclineMode;
  readonly declineMessage: string;
  readonly isUndisturbed: boolean;
  readonly place: Place;
  readonly placeLabel: string;
}

export const NO_STATUS: Status = {
  declineMode: 'declineNone',
  declineMessage: '',
  isUndisturbed: false,
  place: 'homeOffice',
  placeLabel: '',
};

export function statusOf({
  focusTimeProperties,
  outOfOfficeProperties,
  workingLocationProperties: location,
}: CalendarEvent): Status {
  const { autoDeclineMode, declineMessage = '' } = focusTimeProperties ?? outOfOfficeProperties ?? {};
  const place = PLACES.find((name) => name === location?.type) ?? NO_STATUS.place;
  return {
    declineMode: DECLINE_MODES.find((name) => name === autoDeclineMode) ?? 'declineNone',
    declineMessage,
    isUndisturbed: focusTimeProperties?.chatStatus === 'doNotDisturb',
    place,
    placeLabel: (place === 'homeOffice' ? undefined : location?.[place]?.label) ?? '',
  };
}

/** What a reader is told of it, besides its title and its time. */
export function describeStatus(event: CalendarEvent): string[] {
  if (event.focusTimeProperties === undefined && event.outOfOfficeProperties === undefined) return [];
  const { declineMode, declineMessage, isUndisturbed } = statusOf(event);
  const { declineModes, doNotDisturb, says } = words.calendar.status;
  return [
    ...(declineMode === 'declineNone' ? [] : [declineModes[declineMode]]),
    ...(declineMode === 'declineNone' || declineMessage === '' ? [] : [says(declineMessage)]),
    ...(isUndisturbed ? [doNotDisturb] : []),
  ];
}
