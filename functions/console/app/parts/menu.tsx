/** A button that opens a list of things to do: arrow keys, Escape, and a click elsewhere. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  /** Of one choice among others. */
  readonly isChecked?: boolean;
  readonly isDangerous?: boolean;
}

export interface MenuProps {
  readonly label: string;
  readonly button: ComponentChildren;
  readonly items: readonly MenuItem[];
  readonly class?: string;
  /** Beside which edge of the button it opens. */
  readonly align?: 'start' | 'end';
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Menu({
  label,
  button,
  items,
  class: className = 'icon-button',
  align = 'end',
}: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();

  const entries = (): HTMLElement[] => [...(frame.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const close = (): void => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };

  // Before the next key: arrows that follow at once move in the list.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    entries()[0]?.focus();
    const closeElsewhere = (event: MouseEvent): void => {
      if (event.target instanceof Node && frame.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('mousedown', closeElsewhere);
    return () => {
      document.removeEventListener('mousedown', closeElsewhere);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const list = entries();
    const at = list.findIndex((entry) => entry === document.activeElement);
    const step = STEPS[event.key];
    if (event.key === 'Escape') {
      // A dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') setOpen(false);
    else if (event.key === 'Home' || event.key === 'End') list.at(event.key === 'Home' ? 0 : -1)?.focus();
    else if (step !== undefined) {
      event.preventDefault();
      list.at((at + step) % list.length)?.focus();
    }
  };

  return (
    <div class="menu" ref={frame}>
      <button
        type="button"
        class={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div class={`menu-list menu-${align}`} id={id} role="menu" aria-label={label} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              class={item.isDangerous === true ? 'menu-item dangerous' : 'menu-item'}
              role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.isChecked}
              tabIndex={-1}
              onClick={() => {
                close();
                item.run();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
