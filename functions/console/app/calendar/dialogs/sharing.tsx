/** Who may see or change a calendar: people, groups, a domain, everybody. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { deleteRule, insertRule, listRules, patchRule, type AccessRule, type CalendarEntry } from '../data/api.ts';
import { calendarName } from '../data/calendars.ts';
import { IcalAddresses } from './ical-addresses.tsx';

const text = words.calendar.sharing;
const ROLES = ['freeBusyReader', 'reader', 'writer', 'owner'] as const;
const KINDS = ['user', 'group', 'domain', 'default'] as const;
type Kind = (typeof KINDS)[number];

const nameOf = ({ scope }: AccessRule): string =>
  scope?.type === 'default' ? text.kinds.default : (scope?.value ?? scope?.type ?? '');

/** Rules of the reader's own that nobody can take away are shown without a way to. */
function Rule({
  rule,
  entry,
  onChanged,
}: {
  rule: AccessRule;
  entry: CalendarEntry;
  onChanged: () => void;
}): JSX.Element {
  const name = nameOf(rule);
  const isFixed =
    rule.scope?.value === entry.id || (rule.scope?.value === entry.dataOwner && entry.dataOwner !== undefined);
  const roles = rule.scope?.type === 'default' ? ROLES.slice(0, 2) : ROLES;
  const id = entry.id ?? '';
  return (
    <li class="rule">
      <span class="rule-name">{name}</span>
      <select
        class="input"
        aria-label={text.roleOf(name)}
        disabled={isFixed}
        value={rule.role}
        onChange={(event) => {
          patchRule(id, rule, event.currentTarget.value).then(onChanged, (error: unknown) => {
            showError(error);
            onChanged();
          });
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {text.roles[role]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="icon-button"
        aria-label={text.remove(name)}
        disabled={isFixed}
        onClick={() => void deleteRule(id, rule.id ?? '').then(onChanged, showError)}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}

function NewRule({ entry, onChanged }: { entry: CalendarEntry; onChanged: () => void }): JSX.Element {
  const [kind, setKind] = useState<Kind>('user');
  const [value, setValue] = useState('');
  const [role, setRole] = useState<string>('reader');
  const add = (): void => {
    const scope = kind === 'default' ? { type: kind } : { type: kind, value: value.trim() };
    insertRule(entry.id ?? '', { role, scope }).then(() => {
      setValue('');
      onChanged();
    }, showError);
  };
  return (
    <div class="row new-rule">
      <SelectField
        label={text.kind}
        value={kind}
        options={KINDS.map((name) => [name, text.kinds[name]])}
        onChange={(value) => setKind(value as Kind)}
      />
      {kind !== 'default' && (
        <div class="grow">
          <InputField
            label={kind === 'domain' ? text.domain : text.address}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </div>
      )}
      <SelectField
        label={text.role}
        value={role}
        options={(kind === 'default' ? ROLES.slice(0, 2) : ROLES).map((name) => [name, text.roles[name]])}
        onChange={setRole}
      />
      <button
        type="button"
        class="button button-main"
        disabled={kind !== 'default' && value.trim() === ''}
        onClick={add}
      >
        {text.add}
      </button>
    </div>
  );
}

export interface SharingProps {
  readonly entry: CalendarEntry;
  readonly onClose: () => void;
}

export function Sharing({ entry, onClose }: SharingProps): JSX.Element {
  const [rules, setRules] = useState<readonly AccessRule[]>();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    listRules(entry.id ?? '').then(({ items }) => setRules(items), showError);
  }, [entry.id, version]);
  const reload = (): void => setVersion((now) => now + 1);
  return (
    <Dialog title={text.titleOf(calendarName(entry))} size="large" onClose={onClose}>
      {rules === undefined ? (
        <p class="muted">{words.common.loading}</p>
      ) : (
        <ul class="rules">
          {rules
            .filter(({ role }) => role !== 'none')
            .map((rule) => (
              <Rule key={rule.id} rule={rule} entry={entry} onChanged={reload} />
            ))}
        </ul>
      )}
      <NewRule entry={entry} onChanged={reload} />
      <IcalAddresses calendarId={entry.id ?? ''} version={version} />
    </Dialog>
  );
}
