import type { en } from './en.ts';

/** The shape that every translation has. */
export type Words = typeof en;
