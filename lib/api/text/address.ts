/** Mail addresses, by which people are known to all services. */

/**
 * Addresses compare by ASCII letters alone. Other scripts have letters that fold into ASCII ones (the Kelvin sign U+212A
 * into `k`): with them, one person could sign in as another.
 */
export const foldAddress = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** What is behind the @; undefined for what is no address, such as the subject of a token without one. */
export function domainOf(address: string): string | undefined {
  const [name, domain, ...more] = address.split('@');
  return name === '' || domain === undefined || domain === '' || more.length > 0 ? undefined : domain;
}
