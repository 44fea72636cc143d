import type { Options } from '#lib/command/command';

/** For commands that refuse addresses that nobody has used: they may be mistyped. */
export const FORCE = {
  force: { type: 'boolean', default: false, does: 'also accept an address that nobody has used here' },
} as const satisfies Options;
