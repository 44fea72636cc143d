/** How long, with how many clients, and through what the stack is driven. */
import { parseArgs } from 'node:util';
import { CannotStart } from '#lib/local/cannot-start';

export interface LoadOptions {
  readonly seconds: number;
  readonly clients: number;
  /** How often the stack is killed and started again meanwhile. */
  readonly kills: number;
  /** The share of database and storage calls that go wrong. */
  readonly faults: number;
  /** Decides who the clients are and what they do; the same seed, the same choices. */
  readonly seed: number;
  /** A data folder that is kept; without it there is one that is thrown away. */
  readonly dataDir?: string | undefined;
}

export const USAGE = `Usage: npm run load [-- OPTIONS]

  --seconds N   how long the clients work (60; at most 3600)
  --clients N   how many work at once (32; at most 256)
  --kills N     how often the stack is killed with SIGKILL and started again on its data (0; at most 50)
  --faults P    share of database and storage calls that are throttled, reset, slow, or lose their answer (0; at most 0.5)
  --seed N      what the clients choose to do (1)`;

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text !== '' && value >= least && value <= most) return value;
  throw new CannotStart(`--${name} is a number from ${String(least)} to ${String(most)}, not '${text}'.`);
}

export function readLoadOptions(args: readonly string[]): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '60' },
      clients: { type: 'string', default: '32' },
      kills: { type: 'string', default: '0' },
      faults: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  });
  return {
    seconds: numberOf('seconds', values.seconds, 1, 3600),
    clients: Math.floor(numberOf('clients', values.clients, 1, 256)),
    kills: Math.floor(numberOf('kills', values.kills, 0, 50)),
    faults: numberOf('faults', values.faults, 0, 0.5),
    seed: numberOf('seed', values.seed, 0, 2 ** 31),
  };
}
