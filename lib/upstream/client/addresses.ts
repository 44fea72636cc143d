/**
 * Where an upstream may be: on the public internet, over https. The check is made where a connection is opened, on the
 * addresses that it then goes to, so that a name cannot lead elsewhere later.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { hostOf, isLoopback, isPublic } from '#lib/webhook/addresses';
import { UpstreamFailure } from './failure.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface Network {
  /** On a laptop: servers on this machine, without encryption. */
  readonly allowLoopback: boolean;
  /** The stage says that the upstream is in its own network; these may do without encryption, too. */
  readonly allowPrivate: boolean;
}

export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

const isAllowed = (address: string, { allowLoopback, allowPrivate }: Network): boolean =>
  isPublic(address) || (isLoopback(address) ? allowLoopback : allowPrivate);

const refuse = (reason: string): UpstreamFailure => new UpstreamFailure('refused', reason);

/** Every address of a name must be allowed. */
function checkAll(addresses: readonly ResolvedAddress[], isEncrypted: boolean, network: Network): void {
  const hidden = addresses.find(({ address }) => !isAllowed(address, network));
  if (hidden !== undefined) throw refuse(`${hidden.address} is not a public address`);
  if (!isEncrypted && addresses.some(({ address }) => isPublic(address))) throw refuse('not https');
}

/** For hosts that are addresses already: these are never looked up. */
export function checkHost(url: URL, network: Network): void {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) checkAll([{ address: host, family }], url.protocol === 'https:', network);
}

/** Looks a name up for `net.connect`, and refuses what is not allowed. */
export function checkedLookup(resolve: Resolve, isEncrypted: boolean, network: Network): LookupFunction {
  const look = callbackify(async (host: string): Promise<readonly ResolvedAddress[]> => {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new UpstreamFailure('unreachable', `${host} has no address`);
    checkAll(addresses, isEncrypted, network);
    return addresses;
  });
  return (host, { all }, done) => {
    look(host, (error, addresses = []) => {
      const [first = { address: '', family: 0 }] = addresses;
      if (all === true && error === null) done(null, [...addresses]);
      else done(error, first.address, first.family);
    });
  };
}
