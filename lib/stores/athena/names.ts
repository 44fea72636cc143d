export interface AthenaNames {
  readonly database: string;
  readonly workGroup: string;
}

/** By the variables of a stage. */
export const athenaNames = (variables: Readonly<Record<string, string | undefined>>): AthenaNames => ({
  database: variables['ATHENA_DATABASE'] ?? 'almanac',
  workGroup: variables['ATHENA_WORK_GROUP'] ?? 'primary',
});

/** Where each report puts its conversions: `conversions/report=<id>/`. */
export const CONVERSIONS_PREFIX = 'reports/conversions/';
