/** How an event repeats, in plain words. */
import type { JSX } from 'preact';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { Tags } from '../../parts/tags.tsx';
import { words } from '../../words/words.ts';
import { formatDate } from '../time/format.ts';
import { addDays } from '../time/moments.ts';
import { dayName, describeRule } from './describe.ts';
import {
  positionInMonth,
  WEEKDAYS,
  weekdayOf,
  weeklyFrom,
  type Frequency,
  type MonthDay,
  type Rule,
  type RuleEnd,
} from './rule.ts';

const text = words.calendar.repeat;
const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

export interface Recurrence {
  readonly rule: Rule | undefined;
  /** A rule beyond the editor, as it was sent. */
  readonly custom: string | undefined;
  /** Days on which it does not take place. */
  readonly skipped: readonly string[];
}

export interface RecurrenceEditorProps {
  readonly start: string;
  readonly value: Recurrence;
  readonly onChange: (value: Recurrence) => void;
}

const valueOf = (event: JSX.TargetedEvent<HTMLInputElement | HTMLSelectElement>): string => event.currentTarget.value;

/** While somebody writes, there may be no number yet. */
function whenNumber(event: JSX.TargetedEvent<HTMLInputElement>, use: (value: number) => void): void {
  const value = Number(event.currentTarget.value);
  if (Number.isInteger(value) && value > 0) use(value);
}

function monthChoices(start: string): readonly { readonly label: string; readonly day: MonthDay }[] {
  const [position, day] = [positionInMonth(start), weekdayOf(start)];
  const nth: MonthDay = { by: 'weekday', position, day };
  const last: MonthDay = { by: 'weekday', position: -1, day };
  return [
    { label: text.onDate(Number(start.slice(8, 10))), day: { by: 'date' } },
    { label: text.onThe(text.positions[String(position)] ?? '', dayName(day)), day: nth },
    ...(position === -1 ? [] : [{ label: text.onThe(text.positions['-1'] ?? '', dayName(day)), day: last }]),
    { label: text.onWorkday(text.positions['1'] ?? ''), day: { by: 'workday', position: 1 } },
    { label: text.onWorkday(text.positions['-1'] ?? ''), day: { by: 'workday', position: -1 } },
  ];
}

const Weekdays = ({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }): JSX.Element => (
  <fieldset class="weekdays">
    <legend>{text.weekdays}</legend>
    {WEEKDAYS.map((day) => (
      <label key={day} class="weekday">
        <input
          type="checkbox"
          checked={rule.weekdays.includes(day)}
          onChange={() => {
            const weekdays = rule.weekdays.includes(day)
              ? rule.weekdays.filter((one) => one !== day)
              : [...rule.weekdays, day];
            if (weekdays.length > 0) onChange({ ...rule, weekdays });
          }}
        />
        <span>{dayName(day).slice(0, 2)}</span>
        <span class="hidden-label">{dayName(day)}</span>
      </label>
    ))}
  </fieldset>
);

function MonthDays({
  rule,
  start,
  onChange,
}: {
  rule: Rule;
  start: string;
  onChange: (rule: Rule) => void;
}): JSX.Element {
  const choices = monthChoices(start);
  const at = choices.findIndex(({ day }) => JSON.stringify(day) === JSON.stringify(rule.monthDay));
  return (
    <SelectField
      label={text.monthDay}
      value={String(at)}
      options={choices.map(({ label }, index) => [String(index), label])}
      onChange={(value) => onChange({ ...rule, monthDay: choices[Number(value)]?.day ?? { by: 'date' } })}
    />
  );
}

function Ending({ rule, start, onChange }: { rule: Rule; start: string; onChange: (rule: Rule) => void }): JSX.Element {
  const { end } = rule;
  const set = (next: RuleEnd): void => onChange({ ...rule, end: next });
  const choose = (kind: string): void => {
    if (kind === 'until') set({ kind, date: addDays(start, 90) });
    else if (kind === 'count') set({ kind, count: 10 });
    else set({ kind: 'never' });
  };
  return (
    <div class="row">
      <SelectField
        label={text.ends}
        value={end.kind}
        options={[
          ['never', text.never],
          ['until', text.onDay],
          ['count', text.after],
        ]}
        onChange={choose}
      />
      {end.kind === 'until' && (
        <InputField
          label={text.lastDay}
          type="date"
          value={end.date}
          onChange={(event) => set({ kind: 'until', date: valueOf(event) || end.date })}
        />
      )}
      {end.kind === 'count' && (
        <InputField
          label={text.count}
          type="number"
          min="1"
          max="730"
          value={String(end.count)}
          onInput={(event) => whenNumber(event, (count) => set({ kind: 'count', count }))}
        />
      )}
    </div>
  );
}

function Skipped({ value, onChange, start }: RecurrenceEditorProps): JSX.Element {
  const set = (skipped: readonly string[]): void => onChange({ ...value, skipped: skipped.toSorted() });
  return (
    <div class="skipped">
      <InputField
        label={text.skip}
        type="date"
        min={start}
        value=""
        onChange={(event) => {
          const date = valueOf(event);
          if (date !== '' && !value.skipped.includes(date)) set([...value.skipped, date]);
          event.currentTarget.value = '';
        }}
      />
      <Tags
        tags={value.skipped.map((date) => ({
          key: date,
          text: formatDate(date),
          removeLabel: text.unskip(formatDate(date)),
          remove: () => set(value.skipped.filter((one) => one !== date)),
        }))}
      />
    </div>
  );
}

export function RecurrenceEditor({ start, value, onChange }: RecurrenceEditorProps): JSX.Element {
  const { rule, custom } = value;
  const set = (next: Rule): void => onChange({ ...value, rule: next, custom: undefined });
  return (
    <div class="recurrence">
      <div class="row">
        <SelectField
          label={text.label}
          value={custom !== undefined ? 'custom' : (rule?.frequency ?? 'none')}
          options={[
            ['none', text.none],
            ...FREQUENCIES.map((name): [string, string] => [name, text.frequencies[name]]),
            ...(custom === undefined ? [] : [['custom', text.custom(custom.replace('RRULE:', ''))] as const]),
          ]}
          onChange={(value) => {
            const frequency = FREQUENCIES.find((name) => name === value);
            if (frequency === undefined) onChange({ rule: undefined, custom: undefined, skipped: [] });
            else set({ ...(rule ?? weeklyFrom(start)), frequency });
          }}
        />
        {rule !== undefined && (
          <InputField
            label={text.interval[rule.frequency]}
            type="number"
            min="1"
            max="99"
            value={String(rule.interval)}
            onInput={(event) => whenNumber(event, (interval) => set({ ...rule, interval }))}
          />
        )}
      </div>
      {rule?.frequency === 'WEEKLY' && <Weekdays rule={rule} onChange={set} />}
      {rule?.frequency === 'MONTHLY' && <MonthDays rule={rule} start={start} onChange={set} />}
      {rule !== undefined && <Ending rule={rule} start={start} onChange={set} />}
      {rule !== undefined && <Skipped value={value} start={start} onChange={onChange} />}
      {rule !== undefined && (
        <p class="recurrence-sentence" aria-live="polite">
          {describeRule(rule)}
        </p>
      )}
    </div>
  );
}
