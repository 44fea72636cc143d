/** The scope of the ads service, spelled once. */

export const MANAGE_ADS = 'https://www.googleapis.com/auth/doubleclicksearch';

export const ADS_SCOPES: Readonly<Record<string, string>> = {
  [MANAGE_ADS]: 'Upload conversions and read reports of your advertisers',
};
