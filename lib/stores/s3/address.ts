/** Where Amazon's S3 is: https://docs.aws.amazon.com/general/latest/gr/s3.html */

/** By how the names of regions begin; all others end in `amazonaws.com`. */
const DOMAINS: readonly (readonly [string, string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
];

const domainOf = (region: string): string =>
  DOMAINS.find(([beginning]) => region.startsWith(beginning))?.[1] ?? 'amazonaws.com';

export function storageAddress(region: string, env: NodeJS.ProcessEnv = process.env): URL {
  const service = env['AWS_USE_FIPS_ENDPOINT'] === 'true' ? 's3-fips' : 's3';
  const stack = env['AWS_USE_DUALSTACK_ENDPOINT'] === 'true' ? '.dualstack' : '';
  return new URL(`https://${service}${stack}.${region}.${domainOf(region)}`);
}
