import type { ComponentChildren, JSX } from 'preact';
import { hrefTo, navigate, type Query } from './route.ts';

export interface LinkProps {
  readonly to: string;
  readonly query?: Query;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
}

/** A link within the console: opened without loading the page again, unless the person wants it elsewhere. */
export function Link({ to, query, children, class: className, isCurrent = false }: LinkProps): JSX.Element {
  return (
    <a
      href={hrefTo(to, query)}
      class={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(to, query);
      }}
    >
      {children}
    </a>
  );
}
