/** The bucket of a stage and its rules in the template. */
import type { BucketRules } from '#lib/package/template/deployment';

export interface Bucket {
  readonly name: string;
  readonly rules: BucketRules;
  readonly stage: string;
}
