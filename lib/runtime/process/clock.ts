import type { Clock } from '#lib/api/context';

export const systemClock: Clock = { now: () => new Date() };
