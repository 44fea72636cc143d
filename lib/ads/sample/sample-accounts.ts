/** The sample advertiser's accounts: their campaigns, ad groups, keywords and ads, as lines of an entities file. */

export const SAMPLE = {
  agencyId: '20100000000000932',
  shoes: '21700000000011523',
  garden: '21700000000011524',
  manager: 'alice@example.com',
} as const;

interface AccountPlan {
  readonly advertiserId: string;
  readonly accountId: string;
  readonly customerId: string;
  readonly name: string;
  readonly engineType: string;
  readonly currencyCode: string;
  readonly timeZone: string;
  readonly campaigns: readonly string[];
  readonly words: readonly string[];
}

const ACCOUNTS: readonly AccountPlan[] = [
  {
    advertiserId: SAMPLE.shoes,
    accountId: '700000000042205',
    customerId: '1231231234',
    name: 'Shoes on Google',
    engineType: 'Google AdWords',
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
    campaigns: ['Boots', 'Sneakers', 'Sandals', 'Brand', 'Sale'],
    words: ['leather', 'red', 'winter', 'running', 'kids', 'cheap', 'best', 'waterproof', 'wide', 'vegan'],
  },
  {
    advertiserId: SAMPLE.shoes,
    accountId: '700000000042206',
    customerId: '1231231235',
    name: 'Shoes on Bing',
    engineType: 'Bing Ads',
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
    campaigns: ['Boots', 'Sneakers', 'Brand'],
    words: ['leather', 'red', 'winter', 'running', 'kids', 'cheap', 'best', 'waterproof', 'wide', 'vegan'],
  },
  {
    advertiserId: SAMPLE.garden,
    accountId: '700000000042301',
    customerId: '1231239001',
    name: 'Garden on Google',
    engineType: 'Google AdWords',
    currencyCode: 'USD',
    timeZone: 'America/New_York',
    campaigns: ['Tools', 'Seeds', 'Furniture', 'Pots'],
    words: ['organic', 'steel', 'small', 'balcony', 'large', 'cheap', 'best', 'wooden', 'outdoor', 'spring'],
  },
];

const GROUPS = 24;
const WORDS_PER_GROUP = 5;

export interface Keyword {
  readonly account: AccountPlan;
  readonly campaignId: string;
  readonly adGroupId: string;
  readonly keywordId: string;
  readonly adId: string;
}

export const quoted = (value: object): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
export const entityLine = (level: string, id: string, parent: string, fields: readonly (string | object)[]): string =>
  [level, id, parent, ...fields.map((field) => (typeof field === 'string' ? field : quoted(field)))].join(',');

/** Campaigns share the ad groups evenly; each group has five keywords and an ad. */
export function plantAccounts(): { readonly keywords: Keyword[]; readonly lines: string[] } {
  const keywords: Keyword[] = [];
  const lines: string[] = [];
  const campaigns = ACCOUNTS.flatMap((account) => account.campaigns.map((name) => ({ account, name })));
  for (const account of ACCOUNTS) {
    lines.push(
      entityLine('ACCOUNT', account.accountId, account.advertiserId, [
        account.customerId,
        '',
        account.name,
        'Active',
        account.engineType,
        account.currencyCode,
        account.timeZone,
        '',
      ]),
    );
  }
  campaigns.forEach(({ account, name }, index) => {
    lines.push(
      entityLine('CAMPAIGN', `717000000871924${String(index + 10)}`, account.accountId, [
        '',
        String(9_001 + index),
        name,
        'Active',
        '',
        '',
        '',
        { dailyBudget: 50 + 10 * index },
      ]),
    );
  });
  for (let group = 0; group < GROUPS; group += 1) {
    const place = group % campaigns.length;
    const firstWord = Math.floor(group / campaigns.length) * WORDS_PER_GROUP;
    const { account, name } = campaigns[place] as (typeof campaigns)[number];
    const campaignId = `717000000871924${String(place + 10)}`;
    const adGroupId = `587000072135290${String(group + 10)}`;
    const adId = `447000012345670${String(group + 10)}`;
    lines.push(
      entityLine('AD_GROUP', adGroupId, campaignId, [
        '',
        String(8_001 + group),
        `${name} ${String(group)}`,
        'Active',
        '',
        '',
        '',
        { adGroupSearchMaxCpc: 1 + (group % 5) / 2 },
      ]),
    );
    lines.push(
      entityLine('AD', adId, adGroupId, [
        '',
        String(6_001 + group),
        `${name} for you`,
        'Active',
        '',
        '',
        '',
        { adHeadline: `${name} for you`, adLandingPage: 'https://shop.example.com/' },
      ]),
    );
    for (let word = 0; word < WORDS_PER_GROUP; word += 1) {
      const number = group * WORDS_PER_GROUP + word;
      const keywordId = `43700001095692${String(number + 100)}`;
      const keywordText = `${account.words[firstWord + word] ?? ''} ${name.toLowerCase()}`;
      const status = number % 50 === 49 ? 'Removed' : number % 25 === 24 ? 'Paused' : 'Active';
      lines.push(
        entityLine('KEYWORD', keywordId, adGroupId, [
          '',
          String(5_001 + number),
          keywordText,
          status,
          '',
          '',
          '',
          { keywordText, keywordMatchType: word % 2 === 0 ? 'Exact' : 'Phrase' },
        ]),
      );
      keywords.push({ account, campaignId, adGroupId, keywordId, adId });
    }
  }
  return { keywords, lines };
}
