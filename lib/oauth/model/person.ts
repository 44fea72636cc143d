/** What is said of a person besides the address. */
import { hash } from 'node:crypto';
import { domainOf } from '#lib/api/text/address';

const DIGITS = 20n;

/** 21 digits that stay the same for an address, as subjects at Google. */
export const subjectOf = (email: string): string =>
  `1${(BigInt(`0x${hash('sha256', email)}`) % 10n ** DIGITS).toString().padStart(Number(DIGITS), '0')}`;

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export interface Names {
  readonly name: string;
  readonly given_name: string;
  readonly family_name?: string;
}

/** Nobody tells us names: `alice.liddell@example.com` is Alice Liddell. */
export function namesOf(email: string): Names {
  const [local = ''] = email.split('@');
  const words = local.split(/[._+-]+/).filter((word) => word !== '');
  const [given = local, ...family] = words.map(capitalise);
  return {
    name: [given, ...family].join(' '),
    given_name: given,
    ...(family.length > 0 && { family_name: family.join(' ') }),
  };
}

const SHARED_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** The domain of somebody's organisation (`hd`). */
export function hostedDomainOf(email: string): { readonly hd?: string } {
  const domain = domainOf(email);
  return domain === undefined || SHARED_DOMAINS.has(domain) ? {} : { hd: domain };
}
