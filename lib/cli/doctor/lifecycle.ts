/** A bucket's lifecycle rules, compared one by one with serverless.yml. */
import { GetBucketLifecycleConfigurationCommand, type LifecycleRule, type S3Client } from '@aws-sdk/client-s3';
import type { AgeRule } from '#lib/package/template/deployment';
import { unlessMissing, wrong, type Finding } from './finding.ts';
import type { Bucket } from './stage-bucket.ts';

/** Objects that the stage needs for as long as it exists: search index, report data, id tables. */
const REQUIRED_PREFIXES = ['search/', 'warehouse/', 'id-mappings/', 'scheduled-reports/'];

/** S3 returns a rule's prefix in one of three fields. */
const prefixOf = ({ Filter, Prefix }: LifecycleRule): string => Filter?.Prefix ?? Filter?.And?.Prefix ?? Prefix ?? '';

/** Rules for certain tags or sizes do not apply to all objects. */
const isNarrowed = ({ Filter: { And, Tag, ObjectSizeGreaterThan, ObjectSizeLessThan } = {} }: LifecycleRule): boolean =>
  [And?.Tags, And?.ObjectSizeGreaterThan, And?.ObjectSizeLessThan, Tag, ObjectSizeGreaterThan, ObjectSizeLessThan].some(
    (part) => part !== undefined,
  );

const describePrefix = (prefix: string): string => (prefix === '' ? 'all objects' : `objects below ${prefix}`);

function differences(wanted: AgeRule, found: LifecycleRule): string[] {
  const [prefix, days] = [prefixOf(found), found.Expiration?.Days];
  const abortDays = found.AbortIncompleteMultipartUpload?.DaysAfterInitiation;
  const describeDays = (given: number | undefined): string =>
    given === undefined ? 'never' : given === 1 ? 'after a day' : `after ${String(given)} days`;
  return [
    ...(prefix === wanted.prefix ? [] : [`is for ${describePrefix(prefix)}, not for ${describePrefix(wanted.prefix)}`]),
    ...(isNarrowed(found) ? ['is for some of the objects only'] : []),
    ...(days === wanted.days ? [] : [`removes objects ${describeDays(days)}, not ${describeDays(wanted.days)}`]),
    ...(abortDays === wanted.abortDays
      ? []
      : [`ends abandoned uploads ${describeDays(abortDays)}, not ${describeDays(wanted.abortDays)}`]),
  ];
}

function ruleFaults({ name, stage }: Bucket, wanted: AgeRule, rules: readonly LifecycleRule[]): Finding[] {
  const advice = `Put it back as serverless.yml has it, or change it there and \`npm run deploy -- --stage ${stage}\`.`;
  const found = rules.find(({ ID }) => ID === wanted.id);
  if (found === undefined)
    return [wrong(`bucket ${name} lacks the lifecycle rule ${wanted.id}: what it removes piles up`, advice)];
  return differences(wanted, found).map((text) =>
    wrong(`bucket ${name}: the lifecycle rule ${wanted.id} ${text}`, advice),
  );
}

/** Other rules that delete objects the stage needs. */
function harmfulRules({ name, rules: { lifecycle } }: Bucket, rules: readonly LifecycleRule[]): Finding[] {
  const others = rules.filter(
    ({ ID, Expiration }) => Expiration !== undefined && !lifecycle.some(({ id }) => id === ID),
  );
  return others.flatMap((rule) => {
    const prefix = prefixOf(rule);
    const lost = REQUIRED_PREFIXES.filter((kept) => kept.startsWith(prefix) || prefix.startsWith(kept));
    const what = `bucket ${name}: the lifecycle rule ${rule.ID ?? 'without a name'} removes ${describePrefix(prefix)}`;
    return lost.length === 0
      ? []
      : [wrong(`${what}; the stage needs ${lost.join(', ')}`, 'Remove it, or narrow its prefix.')];
  });
}

export async function lifecycleFaults(s3: S3Client, bucket: Bucket): Promise<Finding[]> {
  const { Rules = [] } =
    (await unlessMissing(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket.name })))) ?? {};
  const inForce = Rules.filter(({ Status }) => Status === 'Enabled');
  return [
    ...bucket.rules.lifecycle.flatMap((wanted) => ruleFaults(bucket, wanted, inForce)),
    ...harmfulRules(bucket, inForce),
  ];
}
