/** Grants: who (a person or a domain) may see or change which agency or advertiser. */
import { forbidden, notFound } from '#lib/api/errors';
import { domainOf, foldAddress } from '#lib/api/text/address';
import { noRight } from './fault.ts';

export const ROLES = ['READ', 'WRITE'] as const;
export type Role = (typeof ROLES)[number];

export interface Grant {
  /** An address, or the part behind its @ for everybody there. Lower case. */
  readonly subject: string;
  readonly agencyId: string;
  /** Absent: every advertiser of the agency. */
  readonly advertiserId?: string | undefined;
  readonly role: Role;
}

export interface Subject {
  readonly agencyId: string;
  readonly advertiserId?: string | undefined;
}

/** However an operator writes it: `Ann@Example.com`, `example.com` or `@example.com`. */
export const subjectOf = (written: string): string => foldAddress(written.trim()).replace(/^@/, '');

/** The subjects under which a caller's grants are kept; callers without an address have none. */
export function subjectsOf(email: string): string[] {
  const domain = domainOf(email);
  return domain === undefined ? [] : [email, domain];
}

const covers = (grant: Grant, { agencyId, advertiserId }: Subject): boolean =>
  grant.agencyId === agencyId && (grant.advertiserId === undefined || grant.advertiserId === advertiserId);

export const mayRead = (grants: readonly Grant[], subject: Subject): boolean =>
  grants.some((grant) => covers(grant, subject));
const mayWrite = (grants: readonly Grant[], subject: Subject): boolean =>
  grants.some((grant) => grant.role === 'WRITE' && covers(grant, subject));

/**
 * For reads: 403 for callers who have been granted nothing, whatever they ask for. To the others, what they may not see
 * does not exist.
 */
export function requireVisible<T extends { readonly legacy: Subject }>(
  grants: readonly Grant[],
  found: T | undefined,
): T {
  if (grants.length === 0)
    throw forbidden('forbidden', 'User does not have permission to view any agency or advertiser.');
  if (found === undefined || !mayRead(grants, found.legacy)) throw notFound();
  return found;
}

/** For the entries of a batch. */
export function requireWritable(grants: readonly Grant[], subject: Subject): void {
  const { advertiserId = '' } = subject;
  if (!mayRead(grants, subject)) throw noRight(advertiserId);
  if (!mayWrite(grants, subject)) throw noRight(advertiserId, 'change');
}
