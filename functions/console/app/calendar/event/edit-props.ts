import type { Draft } from './draft.ts';

/** What every part of the editor is handed. */
export interface EditPartProps {
  readonly draft: Draft;
  readonly change: (changed: Partial<Draft>) => void;
}
