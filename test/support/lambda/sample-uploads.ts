/** What operators upload for the samples to succeed, and what has to be young in those. */

export const ANN = 'ann@example.com';

const DAY_MS = 86_400_000;
/** Clicks and conversions are uploaded while they are young. */
const NOW_MS = Date.now();
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
export const YOUNG = {
  '1773479400000': String(NOW_MS - 3_600_000),
  '1773480000000': String(NOW_MS),
  '=20260301': `=${dayAt(NOW_MS - DAY_MS)}`,
  '=20260314': `=${dayAt(NOW_MS + DAY_MS)}`,
};

export const FILES: Readonly<Record<string, string>> = {
  'ads-import/entities.csv': [
    'level,legacyId,parentLegacyId,newCustomerId,newId,name,status,timeZone',
    'AGENCY,20100000000000932,,,,Agency,Active,',
    'ADVERTISER,21700000000011523,20100000000000932,311234567890,,Shoes,Active,Europe/Berlin',
    'ACCOUNT,700000000042205,21700000000011523,123-123-1234,,Account,Active,Europe/Berlin',
    'CAMPAIGN,71700000002044839,700000000042205,,901,Campaign,Active,',
    'AD_GROUP,58700000032026064,71700000002044839,,801,Group,Active,',
    'KEYWORD,43700004289911004,58700000032026064,,701,red shoes,Active,',
  ].join('\n'),
  'ads-import/visits.csv': [
    'clickId,timestampMs,agencyId,advertiserId,accountId,campaignId,adGroupId,keywordId,device',
    `CKq-sample-click-0001,${String(NOW_MS - DAY_MS)},20100000000000932,21700000000011523,700000000042205,` +
      '71700000002044839,58700000032026064,43700004289911004,Mobile',
  ].join('\n'),
  'ads-import/floodlight.csv': [
    'advertiserId,groupId,groupName,conversionType,activityId,activityName',
    '21700000000011523,259,Shop,TRANSACTION,257,Purchase',
  ].join('\n'),
  'ads-import/access.csv': `subject,agencyId,role\n${ANN},20100000000000932,WRITE`,
  'ads-import/custom_variables-2026-03.csv': 'advertiserId,name,use\n21700000000011523,sales,METRIC',
};
export const CATALOGUE =
  'id,title,authors,published_date,language,isbn13\nkeyes,Flowers for Algernon,Daniel Keyes,1966,en,9780151315109\n';
