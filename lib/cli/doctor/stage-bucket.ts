/** The bucket of a stage, and what its template says of it. */
import type { BucketRules } from '#lib/package/template/deployment';

export interface Bucket {
  readonly name: string;
  readonly rules: BucketRules;
  readonly stage: string;
}
