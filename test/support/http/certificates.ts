/** A certificate authority for one run: just enough DER to write X.509 certificates with node:crypto alone. */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const tlv = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]): Buffer => tlv(0x31, ...parts);
const octets = (part: Uint8Array): Buffer => tlv(0x04, part);
const bits = (part: Uint8Array): Buffer => tlv(0x03, Buffer.from([0]), part);
const yes = tlv(0x01, Buffer.from([0xff]));
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date): Buffer =>
  tlv(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );

const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const SUBJECT_ALT_NAME = oid('551d11');
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

const nameOf = (text: string): Buffer => sequence(set(sequence(COMMON_NAME, tlv(0x0c, Buffer.from(text)))));
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{1,64})/g, '$1\n')}-----END CERTIFICATE-----\n`;

interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
}

function certificate(
  { name, publicKey, extension }: Subject,
  issuer: { readonly name: string; readonly privateKey: KeyObject },
): string {
  const day = 86_400_000;
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer.name),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extension)),
  );
  return pem(sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, issuer.privateKey))));
}

export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateAuthority {
  /** For those who are to trust it. */
  readonly cert: string;
  issue(...hosts: readonly string[]): ServerCertificate;
}

export function newAuthority(): CertificateAuthority {
  const name = 'Almanac test authority';
  const { publicKey, privateKey } = newKey();
  const constraints = sequence(BASIC_CONSTRAINTS, yes, octets(sequence(yes)));
  return {
    cert: certificate({ name, publicKey, extension: constraints }, { name, privateKey }),
    issue(...hosts) {
      const server = newKey();
      const names = sequence(
        ...hosts.map((host) =>
          /^[\d.]+$/.test(host) ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host)),
        ),
      );
      const cert = certificate(
        { name: hosts[0] ?? '', publicKey: server.publicKey, extension: sequence(SUBJECT_ALT_NAME, octets(names)) },
        { name, privateKey },
      );
      return { cert, key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    },
  };
}
