import type { JSX } from 'preact';
import { Field, type FieldProps } from './field.tsx';

export interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** One choice of a list, with its label. */
export const SelectField = ({ value, options, onChange, ...field }: SelectFieldProps): JSX.Element => (
  <Field {...field}>
    {(props) => (
      <select {...props} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** Options whose values are what is read. */
export const plainOptions = (values: readonly string[]): [string, string][] => values.map((value) => [value, value]);
