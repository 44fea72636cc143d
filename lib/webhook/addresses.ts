/** Which addresses a message may be sent to: those of the public internet, and no others. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

function ranges(family: 'ipv4' | 'ipv6', ...networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const RESERVED_V4 = ranges(
  'ipv4',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carriers' own networks
  '127.0.0.0/8',
  '169.254.0.0/16', // the link, and the clouds' metadata services
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

/** Everything public is in here; mapped, translated and local forms of an address are not. */
const GLOBAL_V6 = ranges('ipv6', '2000::/3');
const RESERVED_V6 = ranges(
  'ipv6',
  '2001::/23', // protocols' own, Teredo among them
  '2001:db8::/32',
  '2002::/16', // wraps an IPv4 address
  '3fff::/20',
);

const LOOPBACK_V4 = ranges('ipv4', '127.0.0.0/8');
const LOOPBACK_V6 = ranges('ipv6', '::1/128');

/** An address that anybody on the internet could reach; false for what is no address at all. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !RESERVED_V4.check(address);
  // A zone, as in fe80::1%eth0, belongs to a link.
  return (
    isIPv6(address) && !address.includes('%') && GLOBAL_V6.check(address, 'ipv6') && !RESERVED_V6.check(address, 'ipv6')
  );
}

export const isLoopback = (address: string): boolean =>
  isIPv4(address)
    ? LOOPBACK_V4.check(address)
    : isIPv6(address) && !address.includes('.') && LOOPBACK_V6.check(address, 'ipv6');

/** The host of a URL without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** What the host alone says: names are judged by what they resolve to, when a message is sent. */
export function isRefusedHost(host: string, { allowLoopback }: { readonly allowLoopback: boolean }): boolean {
  const isName = !isIPv4(host) && !isIPv6(host);
  const isLocal = isName ? /(^|\.)localhost\.?$/.test(host) : isLoopback(host);
  return isLocal ? !allowLoopback : !isName && !isPublic(host);
}

const FIRST_FREE_PORT = 1_024;

/** Ports below 1024 belong to other protocols than https, whose own port an address leaves out. */
export const isRefusedPort = ({ port }: URL): boolean => port !== '' && Number(port) < FIRST_FREE_PORT;
