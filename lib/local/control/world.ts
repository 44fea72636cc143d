/** All data of a stack, copied and put back by name: items, objects, letters. */
import { badRequest, notFound } from '#lib/api/errors';
import { forgetRemembered } from '#lib/api/process/remembered';
import { currentDatabase } from '#lib/local/database/current-database';
import { embeddedSnapshots, type Snapshots } from '#lib/local/database/embedded/storage/snapshots';
import { outboxSnapshot } from './outbox.ts';

export interface World {
  take(name: string): void;
  /** Nothing may run meanwhile. */
  restore(name: string): void;
  has(name: string): boolean;
  names(): readonly string[];
  /** Whether a copy costs little memory. */
  isSmall(): boolean;
}

const SMALL_BYTES = 64 * 1024 * 1024;

export interface WorldParts {
  readonly objects: { snapshot(): () => void; bytes(): number };
  /** The folder of letters. */
  readonly outbox: string;
}

export function openWorld({ objects, outbox }: WorldParts): World {
  const embedded = currentDatabase();
  const items: Snapshots | undefined = embedded && embeddedSnapshots(embedded.engine);
  const others = new Map<string, readonly (() => void)[]>();
  return {
    take(name) {
      if (items === undefined) throw badRequest('invalid', 'Snapshots need the embedded database.');
      items.take(name);
      others.set(name, [objects.snapshot(), outboxSnapshot(outbox)]);
    },
    restore(name) {
      if (items?.restore(name) !== true) throw notFound(`There is no snapshot named '${name}'.`);
      for (const putBack of others.get(name) ?? []) putBack();
      forgetRemembered();
    },
    has: (name) => others.has(name),
    names: () => [...others.keys()],
    isSmall: () => embedded !== undefined && embedded.engine.bytes() + objects.bytes() <= SMALL_BYTES,
  };
}
