/** The first version of Node that Almanac runs on. */
export const NEEDED_NODE: number;
/** With which it is started. */
export const NODE_FLAGS: readonly string[];
/** This Node if it is new enough, else the one that was installed with Almanac; undefined if there is none. */
export function nodeBinary(): string | undefined;
