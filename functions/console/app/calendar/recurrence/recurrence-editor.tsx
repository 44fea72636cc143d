/** How an event repeats, in plain words. */
import type { JSX } from 'preact';
import { Field } from '../../parts/field.tsx';
import { InputField } from '../../parts/input-field.tsx';
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
    <Field label={text.monthDay}>
      {(props) => (
        <select
          {...props}
          class="input"
          value={String(at)}
          onChange={(event) => onChange({ ...rule, monthDay: choices[Number(valueOf(event))]?.day ?? { by: 'date' } })}
        >
          {choices.map(({ label }, index) => (
            <option key={label} value={String(index)}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
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
      <Field label={text.ends}>
        {(props) => (
          <select {...props} class="input" value={end.kind} onChange={(event) => choose(valueOf(event))}>
            <option value="never">{text.never}</option>
            <option value="until">{text.onDay}</option>
            <option value="count">{text.after}</option>
          </select>
        )}
      </Field>
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
      {value.skipped.length > 0 && (
        <ul class="tags">
          {value.skipped.map((date) => (
            <li key={date} class="tag">
              {formatDate(date)}
              <button
                type="button"
                class="tag-remove"
                aria-label={text.unskip(formatDate(date))}
                onClick={() => set(value.skipped.filter((one) => one !== date))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function RecurrenceEditor({ start, value, onChange }: RecurrenceEditorProps): JSX.Element {
  const { rule, custom } = value;
  const set = (next: Rule): void => onChange({ ...value, rule: next, custom: undefined });
  return (
    <div class="recurrence">
      <div class="row">
        <Field label={text.label}>
          {(props) => (
            <select
              {...props}
              class="input"
              value={custom !== undefined ? 'custom' : (rule?.frequency ?? 'none')}
              onChange={(event) => {
                const frequency = FREQUENCIES.find((name) => name === valueOf(event));
                if (frequency === undefined) onChange({ rule: undefined, custom: undefined, skipped: [] });
                else set({ ...(rule ?? weeklyFrom(start)), frequency });
              }}
            >
              <option value="none">{text.none}</option>
              {FREQUENCIES.map((name) => (
                <option key={name} value={name}>
                  {text.frequencies[name]}
                </option>
              ))}
              {custom !== undefined && <option value="custom">{text.custom(custom.replace('RRULE:', ''))}</option>}
            </select>
          )}
        </Field>
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
