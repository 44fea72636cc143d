import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { InputField } from '../parts/input-field.tsx';
import { plainOptions, SelectField } from '../parts/select-field.tsx';
import { words } from '../words/words.ts';
import { OPERATORS, type DescribedReportColumn, type OperatorName } from './catalogue.ts';
import type { Filter } from './spec.ts';

export interface FilterEditorProps {
  readonly available: readonly DescribedReportColumn[];
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

const valuesTaken = (operator: string): number =>
  Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator as OperatorName] : 1;

interface RowProps {
  readonly filter: Filter;
  readonly available: readonly DescribedReportColumn[];
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}

const FilterRow = ({ filter, available, onChange, onRemove }: RowProps): JSX.Element => {
  const { reports } = words;
  const taken = valuesTaken(filter.operator);
  return (
    <li class="filter">
      <SelectField
        label={reports.filterColumn}
        value={filter.column}
        options={plainOptions(available.map(({ column }) => column))}
        onChange={(value) => onChange({ ...filter, column: value })}
      />
      <SelectField
        label={reports.filterOperator}
        value={filter.operator}
        options={Object.entries(reports.operators)}
        onChange={(value) => onChange({ ...filter, operator: value })}
      />
      {taken > 0 && (
        <InputField
          label={reports.filterValues}
          hint={taken > 1 ? reports.filterMany : undefined}
          value={filter.values}
          onInput={(event) => onChange({ ...filter, values: event.currentTarget.value })}
        />
      )}
      <button type="button" class="icon-button" aria-label={reports.removeFilter(filter.column)} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </li>
  );
};

export function FilterEditor({ available, filters, onChange }: FilterEditorProps): JSX.Element {
  const { reports } = words;
  const [first] = available;
  return (
    <fieldset class="report-filters">
      <legend>{reports.filters}</legend>
      <ul>
        {filters.map((filter, index) => (
          <FilterRow
            key={index}
            filter={filter}
            available={available}
            onChange={(next) => onChange(filters.with(index, next))}
            onRemove={() => onChange(filters.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <button
        type="button"
        class="button"
        onClick={() => onChange([...filters, { column: first?.column ?? '', operator: 'equals', values: '' }])}
      >
        <Icon name="add" size={18} />
        {reports.addFilter}
      </button>
    </fieldset>
  );
}
