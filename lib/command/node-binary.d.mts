/** The first version of Node that Almanac runs on. */
export const NEEDED_NODE: number;
/** This Node if it is new enough, else the one that was installed with Almanac; undefined if there is none. */
export function nodeBinary(): string | undefined;
