import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: string;
  /** Said below, and read with the field. */
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Seen by screen readers alone, where the place says it. */
  readonly isLabelHidden?: boolean;
  readonly children: (props: {
    id: string;
    'aria-describedby'?: string;
    'aria-invalid'?: boolean;
  }) => ComponentChildren;
}

/** A control with its label, a hint and what is wrong with it. */
export function Field({ label, hint, error, isLabelHidden = false, children }: FieldProps): JSX.Element {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'hidden-label' : ''}>
        {label}
      </label>
      {children({
        id,
        ...(note !== undefined && { 'aria-describedby': noteId }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {note !== undefined && (
        <p id={noteId} class={error === undefined ? 'field-note' : 'field-note field-error'}>
          {note}
        </p>
      )}
    </div>
  );
}
