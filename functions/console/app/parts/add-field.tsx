import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { InputField } from './input-field.tsx';

export interface AddFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly type?: 'text' | 'url';
  readonly inputMode?: 'email' | 'url';
  /** Takes what was written; answers what is wrong with it. */
  readonly onAdd: (line: string) => string | undefined;
}

/** A line that is added to a list by Enter, or by going on to something else. */
export function AddField({ onAdd, type = 'text', ...field }: AddFieldProps): JSX.Element {
  const [line, setLine] = useState('');
  const [error, setError] = useState<string>();
  const add = (): void => {
    if (line.trim() === '') return;
    const wrong = onAdd(line.trim());
    setError(wrong);
    if (wrong === undefined) setLine('');
  };
  return (
    <InputField
      {...field}
      type={type}
      error={error}
      value={line}
      onInput={(event) => setLine(event.currentTarget.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || line === '') return;
        event.preventDefault();
        add();
      }}
    />
  );
}
