/** The volumes of a shelf in the order that its owner gave them: by dragging, or by the arrow keys on the handle. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../route/link.tsx';
import { words } from '../words/words.ts';
import { givesUpVolumes, isOrdered, type Shelf, type Volume } from './books.ts';
import { Cover } from './cover.tsx';
import { authorsOf, titleOf } from './names.ts';

export interface ShelfOrderProps {
  readonly shelf: Shelf;
  readonly volumes: readonly Volume[];
  /** Into a gap, counted before the move. */
  readonly onMove: (volume: Volume, gap: number) => void;
  readonly onRemove: (volume: Volume) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 2 };

/** Where a volume would be dropped: ahead of the row, or behind it. */
const gapAt = (event: DragEvent, row: HTMLElement, index: number): number => {
  const { top, height } = row.getBoundingClientRect();
  return event.clientY < top + height / 2 ? index : index + 1;
};

export function ShelfOrder({ shelf, volumes, onMove, onRemove }: ShelfOrderProps): JSX.Element {
  const { library } = words;
  const [dragged, setDragged] = useState<string>();
  const [gap, setGap] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  /** The volume that a key has just moved. */
  const moved = useRef<string>();
  const canMove = isOrdered(shelf);

  const drop = (): void => {
    const volume = volumes.find(({ id }) => id === dragged);
    if (volume !== undefined && gap !== undefined) onMove(volume, gap);
    setDragged(undefined);
    setGap(undefined);
  };
  const step = (event: KeyboardEvent, volume: Volume, index: number): void => {
    const by = STEPS[event.key];
    if (by === undefined || index + by < 0 || index + by > volumes.length) return;
    event.preventDefault();
    onMove(volume, index + by);
    moved.current = volume.id;
  };
  // The row is drawn elsewhere; its handle keeps the focus, so that the next key finds it.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-volume="${CSS.escape(moved.current)}"] .handle`)?.focus();
    moved.current = undefined;
  }, [volumes]);

  return (
    <ol class="shelf-volumes" ref={list}>
      {volumes.map((volume, index) => {
        const title = titleOf(volume.volumeInfo);
        return (
          <li
            key={volume.id}
            data-volume={volume.id}
            draggable={canMove}
            class={[
              'shelf-volume',
              dragged === volume.id ? 'dragged' : '',
              dragged !== undefined && gap === index ? 'gap-before' : '',
              dragged !== undefined && gap === volumes.length && index === volumes.length - 1 ? 'gap-after' : '',
            ].join(' ')}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', title);
              setDragged(volume.id);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setGap(gapAt(event, event.currentTarget, index));
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop();
            }}
            onDragEnd={() => {
              setDragged(undefined);
              setGap(undefined);
            }}
          >
            {canMove && (
              <button
                type="button"
                class="icon-button handle"
                aria-label={library.moveHandle(title)}
                onKeyDown={(event) => {
                  step(event, volume, index);
                }}
              >
                <Icon name="menu" />
              </button>
            )}
            <Cover info={volume.volumeInfo} />
            <div class="volume-text">
              <h2>
                <Link to={`library/volumes/${encodeURIComponent(volume.id)}`}>{title}</Link>
              </h2>
              <p class="muted">{authorsOf(volume.volumeInfo)}</p>
            </div>
            {givesUpVolumes(shelf) && (
              <button
                type="button"
                class="icon-button"
                aria-label={library.remove(title)}
                onClick={() => {
                  onRemove(volume);
                }}
              >
                <Icon name="trash" />
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
