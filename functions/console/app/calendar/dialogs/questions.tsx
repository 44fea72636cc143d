/** Questions in the middle of something: which of a series, and whose change is kept. */
import type { JSX } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import { createStore, useStore } from '../../state/store.ts';
import { words } from '../../words/words.ts';

export interface Choice<T> {
  readonly label: string;
  readonly value: T;
  readonly isMain?: boolean;
}

interface Question {
  readonly title: string;
  readonly text: string;
  /** What is compared, in lines. */
  readonly details: readonly string[];
  readonly choices: readonly Choice<string>[];
  readonly answer: (value: string | undefined) => void;
}

const question = createStore<Question | undefined>(undefined);

/** Resolves with undefined when the person wants none of it. */
export const ask = <T extends string>(
  title: string,
  text: string,
  choices: readonly Choice<T>[],
  details: readonly string[] = [],
): Promise<T | undefined> =>
  new Promise((resolve) => {
    question.set({
      title,
      text,
      details,
      choices,
      answer: (value) => {
        question.set(undefined);
        resolve(choices.find((choice) => choice.value === value)?.value);
      },
    });
  });

/** Whether the person wants what the title says. */
export const isWanted = async (title: string, text: string): Promise<boolean> =>
  (await ask(title, text, [{ value: 'yes', label: title }])) !== undefined;

export function Questions(): JSX.Element | null {
  const asked = useStore(question);
  if (asked === undefined) return null;
  const { title, text, details, choices, answer } = asked;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => answer(undefined)}
      foot={
        <button type="button" class="button button-quiet" onClick={() => answer(undefined)}>
          {words.common.cancel}
        </button>
      }
    >
      {text !== '' && <p>{text}</p>}
      {details.length > 0 && (
        <ul class="details-list">
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div class="choices">
        {choices.map(({ label, value, isMain = false }) => (
          <button
            key={value}
            type="button"
            class={isMain ? 'button button-main' : 'button'}
            onClick={() => answer(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
