import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { words } from '../words/words.ts';
import { Field, type FieldProps } from './field.tsx';
import { showToast } from './toast.tsx';

export interface CopyFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
}

/** Text that is there to be taken elsewhere, with a button that copies it. */
export function CopyField({ value, ...field }: CopyFieldProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    input.current?.select();
    await navigator.clipboard.writeText(value);
  };
  return (
    <Field {...field}>
      {(props) => (
        <div class="copy-field">
          <input {...props} ref={input} class="input" readOnly value={value} dir="ltr" />
          <button
            type="button"
            class="button"
            aria-label={`${words.common.copy}: ${field.label}`}
            onClick={() =>
              // There is no clipboard on a page that did not come by HTTPS or from this machine.
              void copy().then(
                () => showToast({ text: words.common.copied }),
                () => showToast({ text: words.common.cannotCopy, kind: 'error' }),
              )
            }
          >
            {words.common.copy}
          </button>
        </div>
      )}
    </Field>
  );
}
