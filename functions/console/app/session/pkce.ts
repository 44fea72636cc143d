/** Proof Key for Code Exchange (RFC 7636). */

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

export const challengeFor = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
