/** How the reader wants the calendar: the account's settings, and what was chosen in this browser. */
import { isText, preference, rememberPreference } from '../../state/preferences.ts';
import { createStore } from '../../state/store.ts';

export type ViewName = 'month' | 'week' | 'day' | 'agenda' | 'year';

export const VIEWS: readonly ViewName[] = ['day', 'week', 'month', 'year', 'agenda'];

/** Undefined: as the account says. */
export interface Choices {
  readonly view: ViewName;
  readonly secondZone: string;
  readonly hasWeekNumbers: boolean;
  readonly weekStart?: number | undefined;
  readonly zone?: string | undefined;
  /** Whole hours between which people work. */
  readonly workStart: number;
  readonly workEnd: number;
}

export interface Preferences extends Choices {
  readonly zone: string;
  readonly weekStart: number;
  readonly is24Hours: boolean;
  readonly hidesWeekends: boolean;
  readonly showsDeclined: boolean;
  readonly hasShortcuts: boolean;
  /** Minutes. */
  readonly eventLength: number;
  /** `MDY` */
  readonly dateFieldOrder: string;
}

const FIRST: Choices = { view: 'week', secondZone: '', hasWeekNumbers: false, workStart: 9, workEnd: 17 };

const isChoices = (value: unknown): value is Choices =>
  typeof value === 'object' && value !== null && 'view' in value && isText(value.view);

export const choices = createStore<Choices>({ ...FIRST, ...preference('calendar', FIRST, isChoices) });

let account: ReadonlyMap<string, string> = new Map();

/** A browser that has no zone set says UTC. */
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONE_OF_NEW_USERS = 'Etc/GMT';

function combine(chosen: Choices): Preferences {
  const setting = (id: string, fallback: string): string => account.get(id) ?? fallback;
  const zone = setting('timezone', browserZone);
  return {
    ...chosen,
    zone: chosen.zone ?? (zone === ZONE_OF_NEW_USERS ? browserZone : zone),
    weekStart: chosen.weekStart ?? Number(setting('weekStart', '0')),
    is24Hours: setting('format24HourTime', 'false') === 'true',
    hidesWeekends: setting('hideWeekends', 'false') === 'true',
    showsDeclined: setting('showDeclinedEvents', 'true') === 'true',
    hasShortcuts: setting('useKeyboardShortcuts', 'true') === 'true',
    eventLength: Number(setting('defaultEventLength', '60')),
    dateFieldOrder: setting('dateFieldOrder', 'MDY'),
  };
}

export const preferences = createStore<Preferences>(combine(choices.get()));

choices.subscribe((chosen) => {
  rememberPreference('calendar', chosen);
  preferences.set(combine(chosen));
});

export const choose = (changed: Partial<Choices>): void => {
  choices.update((now) => ({ ...now, ...changed }));
};

export function applyAccountSettings(settings: ReadonlyMap<string, string>): void {
  account = settings;
  preferences.set(combine(choices.get()));
}
