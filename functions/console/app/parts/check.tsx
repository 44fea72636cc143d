import type { JSX } from 'preact';

export interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A box to tick. */
export const Check = ({ label, isChecked, onChange }: CheckProps): JSX.Element => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);
