import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { checkedLookup, checkHost, type Network } from '#lib/upstream/client/addresses';

const NOWHERE_ELSE: Network = { allowLoopback: false, allowPrivate: false };

const refusalOf = (url: string, network: Network): string | undefined => {
  try {
    checkHost(new URL(url), network);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('an upstream whose address stands in its root', () => {
  test.each<[string, Partial<Network>, string | undefined]>([
    ['https://8.8.8.8/', {}, undefined],
    ['http://8.8.8.8/', {}, 'not https'],
    ['http://8.8.8.8/', { allowPrivate: true, allowLoopback: true }, 'not https'],
    ['https://10.0.0.7/', {}, '10.0.0.7 is not a public address'],
    ['https://10.0.0.7/', { allowLoopback: true }, '10.0.0.7 is not a public address'],
    ['http://10.0.0.7/', { allowPrivate: true }, undefined],
    ['https://10.0.0.7/', { allowPrivate: true }, undefined],
    ['http://127.0.0.1:8080/', {}, '127.0.0.1 is not a public address'],
    ['http://127.0.0.1:8080/', { allowPrivate: true }, '127.0.0.1 is not a public address'],
    ['http://127.0.0.1:8080/', { allowLoopback: true }, undefined],
    ['http://[::1]:8080/', { allowLoopback: true }, undefined],
    ['https://[fd00::1]/', {}, 'fd00::1 is not a public address'],
    ['https://api.example.com/', {}, undefined],
  ])('%s with %j: %s', (url, network, reason) => {
    expect(refusalOf(url, { ...NOWHERE_ELSE, ...network })).toBe(reason);
  });
});

describe('an upstream whose name is looked up', () => {
  const look = (addresses: readonly string[], isEncrypted: boolean, network: Partial<Network> = {}) =>
    promisify(
      checkedLookup(
        () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
        isEncrypted,
        { ...NOWHERE_ELSE, ...network },
      ),
    )('api.example.com', { all: true });

  test('is connected to by any of its public addresses', async () => {
    expect(await look(['8.8.8.8', '2606:4700:4700::1111'], true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  test.each<[string, readonly string[], boolean, Partial<Network>, string]>([
    ['one of its addresses is in a network', ['8.8.8.8', '10.0.0.7'], true, {}, '10.0.0.7 is not a public address'],
    ['it is public, without encryption', ['8.8.8.8'], false, {}, 'not https'],
    ['one of its addresses is public', ['10.0.0.7', '8.8.8.8'], false, { allowPrivate: true }, 'not https'],
    ['it has no address', [], true, {}, 'api.example.com has no address'],
  ])('is refused where %s', async (_what, addresses, isEncrypted, network, reason) => {
    await expect(look(addresses, isEncrypted, network)).rejects.toThrow(reason);
  });
});
