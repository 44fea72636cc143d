/** Which kind of event it is, and what focus time, absence and working location have besides. */
import type { JSX } from 'preact';
import { Check } from '../../parts/check.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { words } from '../../words/words.ts';
import type { EditPartProps } from './edit-props.ts';
import { DECLINE_MODES, PLACES, STATUS_KINDS, type DeclineMode, type Place, type Status } from './status.ts';

const text = words.calendar.status;

export interface KindChoiceProps {
  readonly kind: string;
  readonly onChange: (kind: string) => void;
}

/** Chosen when an event is made: no event becomes one of another kind later. */
export const KindChoice = ({ kind, onChange }: KindChoiceProps): JSX.Element => (
  <fieldset class="kinds">
    <legend class="hidden-label">{text.kind}</legend>
    {(['default', ...STATUS_KINDS] as const).map((name) => (
      <label key={name} class="kind">
        <input type="radio" name="kind" value={name} checked={kind === name} onChange={() => onChange(name)} />
        <span>{name === 'default' ? text.plain : words.calendar.kinds[name]}</span>
      </label>
    ))}
  </fieldset>
);

export function StatusEditor({ draft, change }: EditPartProps): JSX.Element | null {
  const { kind, status } = draft;
  const set = (changed: Partial<Status>): void => change({ status: { ...status, ...changed } });
  if (kind === 'workingLocation')
    return (
      <div class="row status-row">
        <SelectField
          label={text.place}
          value={status.place}
          options={PLACES.map((name) => [name, text.places[name]])}
          onChange={(place) => set({ place: place as Place })}
        />
        {status.place !== 'homeOffice' && (
          <div class="grow">
            <InputField
              label={text.placeLabel}
              value={status.placeLabel}
              onInput={(event) => set({ placeLabel: event.currentTarget.value })}
            />
          </div>
        )}
      </div>
    );
  if (kind !== 'focusTime' && kind !== 'outOfOffice') return null;
  return (
    <>
      <div class="row status-row">
        <SelectField
          label={text.declineMode}
          value={status.declineMode}
          options={DECLINE_MODES.map((name) => [name, text.declineModes[name]])}
          onChange={(declineMode) => set({ declineMode: declineMode as DeclineMode })}
        />
        {status.declineMode !== 'declineNone' && (
          <div class="grow">
            <InputField
              label={text.declineMessage}
              value={status.declineMessage}
              onInput={(event) => set({ declineMessage: event.currentTarget.value })}
            />
          </div>
        )}
      </div>
      {kind === 'focusTime' && (
        <Check
          label={text.doNotDisturb}
          isChecked={status.isUndisturbed}
          onChange={(isUndisturbed) => set({ isUndisturbed })}
        />
      )}
    </>
  );
}
