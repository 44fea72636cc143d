/** A modal dialog on the browser's own element, which keeps the focus inside and gives it back. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { openDialogs, Toasts } from './toast.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at its foot. */
  readonly foot?: ComponentChildren;
  readonly size?: 'small' | 'medium' | 'large';
  /** Makes the whole dialog a form. */
  readonly onSubmit?: () => void;
}

export function Dialog({ title, onClose, children, foot, size = 'medium', onSubmit }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [level] = useState(() => openDialogs.get() + 1);
  // Before the next key or click: it is meant for the dialog.
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    openDialogs.update((count) => count + 1);
    // Closing gives the focus back; taking the element away would not.
    return () => {
      shown?.close();
      openDialogs.update((count) => count - 1);
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog dialog-${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // An inner control, such as a file chooser, cancels for itself.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <form
        class="dialog-frame"
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label={words.common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{children}</div>
        {foot !== undefined && <footer class="dialog-foot">{foot}</footer>}
      </form>
      <Toasts level={level} />
    </dialog>
  );
}
