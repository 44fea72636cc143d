/** Parameters that several operations of the ads service share. */
import { int64, integer, optional } from '#lib/api/schema';

export const agencyId = int64('Agency.');
export const advertiserId = int64('Advertiser.');
export const engineAccountId = int64('Engine account.');

const day = (description: string) => integer(description, { minimum: 20091101, maximum: 99991231 });

/** What both ways of reading conversions take: days, rows and the ids to narrow by. */
export const conversionWindow = {
  endDate: day('Last day, as yyyymmdd.'),
  rowCount: integer('Maximum number of conversions to return.', { minimum: 1, maximum: 1000 }),
  startDate: day('First day, as yyyymmdd.'),
  startRow: integer('Number of conversions to skip.', { format: 'uint32' }),
  adGroupId: optional(int64('Only this ad group.')),
  adId: optional(int64('Only this ad.')),
  campaignId: optional(int64('Only this campaign.')),
  criterionId: optional(int64('Only this keyword.')),
};
