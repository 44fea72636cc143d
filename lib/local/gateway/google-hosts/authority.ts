/**
 * The certificate authority of a data folder. Clients trust it for one command, by their environment; nothing is
 * installed in the trust store of the system. It can vouch for the hosts of `host-names.ts` alone.
 */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { StartupError } from '#lib/command/startup-error';
import { HOST_NAMES } from './host-names.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Apple's programs take no certificate that is good for longer: https://support.apple.com/en-us/103769 */
const CERTIFICATE_DAYS = 825;
/** Clocks of other machines and containers may be behind. */
const EARLIER_MS = DAY_MS;

export interface ServerIdentity {
  /** In PEM. */
  readonly key: string;
  readonly certificate: string;
  /** The file with the certificate of the authority, which clients are to trust. */
  readonly authorityFile: string;
}

interface Authority {
  readonly certificate: X509Certificate;
  readonly key: CryptoKey;
}

const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;

const privateText = async (key: CryptoKey): Promise<string> =>
  PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

const validity = (days: number): { readonly notBefore: Date; readonly notAfter: Date } => ({
  notBefore: new Date(Date.now() - EARLIER_MS),
  notAfter: new Date(Date.now() + days * DAY_MS),
});

/** A serial number is positive, so its first bit is 0. */
const newSerial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`;

/** Whoever gets hold of the key can pretend to be these hosts, and no others. */
function constraints(): Extension {
  const permitted = new GeneralSubtrees(
    HOST_NAMES.map((name) => new GeneralSubtree({ base: new GeneralName({ dNSName: name.replace(/^\*\./, '') }) })),
  );
  return new Extension(
    id_ce_nameConstraints,
    true,
    AsnConvert.serialize(new NameConstraints({ permittedSubtrees: permitted })),
  );
}

async function makeAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Almanac on this machine',
    serialNumber: newSerial(),
    ...validity(AUTHORITY_DAYS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      constraints(),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate, key: keys.privateKey };
}

function write(path: string, text: string, mode: number): void {
  writeFileSync(`${path}.new`, `${text}\n`, { mode });
  renameSync(`${path}.new`, path);
}

async function readAuthority(certificateFile: string, keyFile: string): Promise<Authority | undefined> {
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return undefined;
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile, 'utf8'));
    const bytes = PemConverter.decodeFirst(readFileSync(keyFile, 'utf8'));
    const key = await crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, true, ['sign']);
    // A certificate must not outlive its authority.
    return certificate.notAfter.getTime() > Date.now() + CERTIFICATE_DAYS * DAY_MS ? { certificate, key } : undefined;
  } catch (error) {
    throw new StartupError(`${certificateFile} or ${keyFile} is damaged. Remove both; new ones will be created.`, {
      cause: error,
    });
  }
}

async function openAuthority(folder: string): Promise<Authority & { readonly file: string }> {
  const file = join(folder, 'authority.pem');
  const keyFile = join(folder, 'authority.key');
  const kept = await readAuthority(file, keyFile);
  if (kept !== undefined) return { ...kept, file };
  const made = await makeAuthority();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  write(keyFile, await privateText(made.key), 0o600);
  write(file, made.certificate.toString('pem'), 0o644);
  return { ...made, file };
}

/** The authority is made once for a folder; the key of the server lives as long as the server. */
export async function serverIdentity(folder: string): Promise<ServerIdentity> {
  const authority = await openAuthority(folder);
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: authority.certificate.subject,
    serialNumber: newSerial(),
    ...validity(CERTIFICATE_DAYS - 1),
    publicKey: keys.publicKey,
    signingKey: authority.key,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      // Python asks for both, from 3.13 on.
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(HOST_NAMES.map((value) => ({ type: 'dns' as const, value }))),
    ],
  });
  return {
    key: await privateText(keys.privateKey),
    certificate: certificate.toString('pem'),
    authorityFile: authority.file,
  };
}
