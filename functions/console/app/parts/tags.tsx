import type { ComponentChildren, JSX } from 'preact';

export interface Tag {
  readonly key: string;
  readonly text: ComponentChildren;
  /** What a screen reader says of its button. */
  readonly removeLabel: string;
  readonly remove: () => void;
}

/** Short things in a line, each with a way to take it out. */
export const Tags = ({ tags }: { readonly tags: readonly Tag[] }): JSX.Element | null =>
  tags.length === 0 ? null : (
    <ul class="tags">
      {tags.map(({ key, text, removeLabel, remove }) => (
        <li key={key} class="tag">
          {text}
          <button type="button" class="tag-remove" aria-label={removeLabel} onClick={remove}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
