/** How the calendar looks in this browser; what the account says holds where nothing else is chosen. */
import type { JSX } from 'preact';
import { Check } from '../../parts/check.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/words.ts';
import { choices, choose, preferences } from '../data/preferences.ts';
import { weekdayName } from '../time/format.ts';
import { isZone } from '../time/moments.ts';
import { useZoneNames } from '../time/use-zone-names.tsx';

const text = words.calendar.settings;
/** Sunday, Monday, Saturday: as the account's setting counts them. */
const WEEK_STARTS = [0, 1, 6];

interface ZoneFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

function ZoneField({ label, hint, value, onChange }: ZoneFieldProps): JSX.Element {
  const zones = useZoneNames();
  return (
    <Field label={label} hint={hint}>
      {(props) => (
        <>
          <input
            {...props}
            class="input"
            {...zones.input}
            value={value}
            onInput={(event) => {
              const zone = event.currentTarget.value.trim();
              if (zone === '' || isZone(zone)) onChange(zone);
            }}
            onBlur={(event) => {
              event.currentTarget.value = value;
            }}
          />
          {zones.list}
        </>
      )}
    </Field>
  );
}

function Hour({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (hour: number) => void;
}): JSX.Element {
  return (
    <InputField
      label={label}
      type="number"
      min="0"
      max="24"
      value={String(value)}
      onChange={(event) => onChange(Math.min(24, Math.max(0, Math.trunc(Number(event.currentTarget.value)))))}
    />
  );
}

export function Settings({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const chosen = useStore(choices);
  const now = useStore(preferences);
  return (
    <Dialog title={text.title} onClose={onClose}>
      <ZoneField
        label={text.zone}
        hint={text.zoneHint(now.zone)}
        value={chosen.zone ?? ''}
        onChange={(zone) => choose({ zone: zone === '' ? undefined : zone })}
      />
      <ZoneField
        label={text.secondZone}
        hint={text.secondZoneHint}
        value={chosen.secondZone}
        onChange={(secondZone) => choose({ secondZone })}
      />
      <SelectField
        label={text.weekStart}
        value={chosen.weekStart === undefined ? '' : String(chosen.weekStart)}
        options={[
          ['', text.asAccount],
          ...WEEK_STARTS.map((day): [string, string] => [String(day), weekdayName((day + 6) % 7)]),
        ]}
        onChange={(day) => choose({ weekStart: day === '' ? undefined : Number(day) })}
      />
      <Check
        label={text.weekNumbers}
        isChecked={chosen.hasWeekNumbers}
        onChange={(isChecked) => choose({ hasWeekNumbers: isChecked })}
      />
      <fieldset>
        <legend>{text.workingHours}</legend>
        <div class="row">
          <Hour label={text.from} value={chosen.workStart} onChange={(workStart) => choose({ workStart })} />
          <Hour label={text.to} value={chosen.workEnd} onChange={(workEnd) => choose({ workEnd })} />
        </div>
      </fieldset>
      <p class="muted">{text.keys}</p>
    </Dialog>
  );
}
