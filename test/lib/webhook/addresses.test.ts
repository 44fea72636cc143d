import { describe, expect, test } from '@jest/globals';
import { isLoopback, isPublic, isRefusedHost, isRefusedPort } from '#lib/webhook/addresses';

describe('an address is public', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s: yes', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test.each([
    ['this host', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['link-local', '169.254.0.1'],
    ['metadata', '169.254.169.254'],
    ['container metadata', '169.254.170.2'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '203.0.113.7'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped, in hexadecimal', '::ffff:7f00:1'],
    ['mapped public, still no IPv6 address', '::ffff:8.8.8.8'],
    ['compatible', '::10.0.0.1'],
    ['translated', '64:ff9b::a00:1'],
    ['translated locally', '64:ff9b:1::a00:1'],
    ['6to4 around a private one', '2002:a00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['documentation', '2001:db8::1'],
    ['unique local', 'fd12:3456::1'],
    ['metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with its zone', 'fe80::1%eth0'],
    ['a public one with a zone', '2606:4700:4700::1111%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('%s (%s): no', (_kind, address) => {
    expect(isPublic(address)).toBe(false);
  });
});

test('loopback is 127/8 and ::1, not their other spellings', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].filter(isLoopback)).toEqual(['127.0.0.1', '127.9.9.9', '::1']);
  expect(['128.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::', '10.0.0.1', 'localhost'].filter(isLoopback)).toEqual(
    [],
  );
});

describe('a host is refused before anything is looked up', () => {
  test.each([
    ['hooks.example.com', false, false],
    ['8.8.8.8', false, false],
    ['10.0.0.1', true, true],
    ['169.254.169.254', true, true],
    ['localhost', true, false],
    ['api.localhost', true, false],
    ['localhost.', true, false],
    ['127.0.0.1', true, false],
    ['::1', true, false],
  ])('%s: %s, and %s with the loopback switch', (host, refused, refusedWithSwitch) => {
    expect([isRefusedHost(host, { allowLoopback: false }), isRefusedHost(host, { allowLoopback: true })]).toEqual([
      refused,
      refusedWithSwitch,
    ]);
  });
});

test.each([
  ['', false],
  [':443', false],
  [':8443', false],
  [':1024', false],
  [':1023', true],
  [':25', true],
  [':80', true],
])('https://hooks.example.com%s has a port of another protocol: %s', (port, isRefused) => {
  expect(isRefusedPort(new URL(`https://hooks.example.com${port}`))).toBe(isRefused);
});
