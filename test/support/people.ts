import { randomBytes } from 'node:crypto';

/** An address that nobody else uses in this run. */
export const someone = (name = 'alice'): string => `${name}-${randomBytes(6).toString('hex')}@example.com`;
