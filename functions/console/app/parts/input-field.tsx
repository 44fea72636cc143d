import type { JSX } from 'preact';
import { Field, type FieldProps } from './field.tsx';

type InputFieldProps = Omit<FieldProps, 'children'> & Omit<JSX.IntrinsicElements['input'], 'label' | 'ref' | 'class'>;

/** A line of text, a number, a day or a file, with its label. */
export const InputField = ({ label, hint, error, isLabelHidden, ...input }: InputFieldProps): JSX.Element => (
  <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden === true}>
    {(props) => <input {...props} class="input" {...input} />}
  </Field>
);
