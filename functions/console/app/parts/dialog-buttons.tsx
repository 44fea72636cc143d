import type { JSX } from 'preact';
import { words } from '../words/words.ts';

export interface DialogButtonsProps {
  readonly onCancel: () => void;
  /** What the dialog is for, as its button says it. */
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
}

/** The foot of a dialog: away from it, or on with it. */
export const DialogButtons = ({
  onCancel,
  submit,
  isDangerous = false,
  isDisabled = false,
}: DialogButtonsProps): JSX.Element => (
  <>
    <button type="button" class="button" onClick={onCancel}>
      {words.common.cancel}
    </button>
    <button type="submit" class={`button ${isDangerous ? 'button-danger' : 'button-main'}`} disabled={isDisabled}>
      {submit}
    </button>
  </>
);
