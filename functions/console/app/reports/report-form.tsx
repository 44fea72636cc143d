import type { JSX } from 'preact';
import { Check } from '../parts/check.tsx';
import { InputField } from '../parts/input-field.tsx';
import { plainOptions, SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';
import { words } from '../words/words.ts';
import { columnsOf, depthOf, needsAgency, reportTypes } from './catalogue.ts';
import { listSavedColumns, type Account } from './client.ts';
import { ColumnPicker } from './column-picker.tsx';
import { ColumnSets } from './column-sets.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { ScopeField, scopeWithin } from './scope-field.tsx';
import type { Spec } from './spec.ts';

export interface ReportFormProps {
  readonly spec: Spec;
  readonly accounts: readonly Account[];
  readonly onChange: (spec: Spec) => void;
}

const levelsOf = (type: string) => ({ from: needsAgency(type) ? 0 : -1, to: Math.min(depthOf(type), 2) });

/** A scope that may be asked for, whatever the address says. */
export const withScope = (spec: Spec, accounts: readonly Account[]): Spec => ({
  ...spec,
  scope: scopeWithin(spec.scope, accounts, levelsOf(spec.type)),
});

/** Columns that the other type does not have fall away. */
function withType(spec: Spec, type: string, accounts: readonly Account[]): Spec {
  const known = new Set(columnsOf(type).map(({ column }) => column));
  return {
    ...spec,
    type,
    scope: scopeWithin(spec.scope, accounts, levelsOf(type)),
    columns: spec.columns.filter((name) => known.has(name)),
    filters: spec.filters.filter(({ column }) => known.has(column)),
  };
}

const DayField = ({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}): JSX.Element => (
  <InputField label={label} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
);

function SavedColumns({ spec, onChange }: Omit<ReportFormProps, 'accounts'>): JSX.Element | null {
  const { agencyId, advertiserId } = spec.scope;
  const { value = [] } = useLoad(() => listSavedColumns(spec.scope), [agencyId, advertiserId]);
  if (value.length === 0) return null;
  return (
    <fieldset class="saved-columns">
      <legend>{words.reports.savedColumns}</legend>
      {value.map(({ savedColumnName: name }) => (
        <Check
          key={name}
          label={name}
          isChecked={spec.savedColumns.includes(name)}
          onChange={() =>
            onChange({
              ...spec,
              savedColumns: spec.savedColumns.includes(name)
                ? spec.savedColumns.filter((one) => one !== name)
                : [...spec.savedColumns, name],
            })
          }
        />
      ))}
    </fieldset>
  );
}

export function ReportForm({ spec, accounts, onChange }: ReportFormProps): JSX.Element {
  const { reports } = words;
  const available = columnsOf(spec.type);
  return (
    <div class="report-form">
      <div class="report-basics">
        <SelectField
          label={reports.what}
          value={spec.type}
          options={plainOptions(reportTypes)}
          onChange={(value) => onChange(withType(spec, value, accounts))}
        />
        <ScopeField
          label={reports.scope}
          accounts={accounts}
          scope={spec.scope}
          {...levelsOf(spec.type)}
          onChange={(scope) => onChange({ ...spec, scope, savedColumns: [] })}
        />
        <DayField label={reports.from} value={spec.start} onChange={(start) => onChange({ ...spec, start })} />
        <DayField label={reports.to} value={spec.end} onChange={(end) => onChange({ ...spec, end })} />
        <SelectField
          label={reports.currency}
          value={spec.currency}
          options={Object.entries(reports.currencies)}
          onChange={(value) => onChange({ ...spec, currency: value })}
        />
      </div>
      <ColumnPicker
        available={available}
        chosen={spec.columns}
        onChange={(columns) => onChange({ ...spec, columns: [...columns] })}
      />
      <SavedColumns spec={spec} onChange={onChange} />
      <ColumnSets
        type={spec.type}
        columns={spec.columns}
        onUse={(columns) => onChange({ ...spec, columns: [...columns] })}
      />
      <FilterEditor
        available={available}
        filters={spec.filters}
        onChange={(filters) => onChange({ ...spec, filters: [...filters] })}
      />
    </div>
  );
}
