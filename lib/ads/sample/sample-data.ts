/** Sample data of a small search advertiser, the same on every machine and always up to yesterday. */
import { entityLine, plantAccounts, quoted, SAMPLE, type Keyword } from './sample-accounts.ts';

const DAY_MS = 86_400_000;
const DAYS = 90;
/** Clicks older than 90 days could no longer be used. */
const FIRST_CLICK_DAY = 2;

const DEVICES = [
  ['Desktop', 0.42],
  ['Mobile', 0.5],
  ['Tablet', 0.08],
] as const;

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface SampleFile {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface SampleConversion {
  readonly clickId: string;
  readonly conversionId: string;
  readonly timestampMs: number;
  readonly activity: 'Purchase' | 'Signup';
  readonly revenueMicros: number;
  readonly currencyCode: string;
}

export interface SampleData {
  readonly files: readonly SampleFile[];
  readonly conversions: readonly SampleConversion[];
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** People shop for shoes at weekends and for the garden in spring. */
function demandOn(dayMs: number, advertiserId: string): number {
  const isWeekend = [0, 6].includes(new Date(dayMs).getUTCDay());
  const ofYear = (dayMs / DAY_MS) % 365.25;
  const peak = advertiserId === SAMPLE.garden ? 120 : 320;
  return (isWeekend ? 1.35 : 1) * (1 + 0.4 * Math.cos(((ofYear - peak) / 365.25) * 2 * Math.PI));
}

interface SampleDay {
  readonly ms: number;
  readonly date: string;
  /** By advertiser. */
  readonly demand: ReadonlyMap<string, number>;
}

function daysFrom(firstDayMs: number): SampleDay[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const ms = firstDayMs + day * DAY_MS;
    return { ms, date: dateOf(ms), demand: new Map([SAMPLE.shoes, SAMPLE.garden].map((id) => [id, demandOn(ms, id)])) };
  });
}

interface Visit {
  readonly timestampMs: number;
  /** The cells after the click and its moment. */
  readonly place: string;
}

/** Ids grow with time: one of the middle is weeks old on every day, and its conversions may be changed. */
const numbered = (visits: readonly Visit[]): Map<Visit, string> =>
  new Map(
    visits
      .toSorted((a, b) => a.timestampMs - b.timestampMs)
      .map((visit, index) => [visit, `CKq-sample-click-${String(index).padStart(4, '0')}`]),
  );

function grow(keywords: readonly Keyword[], days: readonly SampleDay[]): SampleData {
  const random = randomFrom(20_260_314);
  const facts: string[] = [];
  const visits: Visit[] = [];
  const conversions: (Omit<SampleConversion, 'clickId'> & { readonly visit: Visit })[] = [];
  keywords.forEach(({ account, campaignId, adGroupId, keywordId, adId }, index) => {
    const popularity = 25 + 400 * random() ** 3;
    const cpcMicros = 200_000 + Math.round(1_800_000 * random());
    const place = [account.accountId, campaignId, adGroupId, keywordId, adId].join(',');
    for (const [day, { ms: dayMs, date, demand }] of days.entries()) {
      for (const [device, share] of DEVICES) {
        const impr = Math.round(popularity * share * (demand.get(account.advertiserId) ?? 0) * (0.7 + 0.6 * random()));
        if (impr === 0) continue;
        const clicks = Math.round(impr * (0.02 + 0.08 * random()));
        const cost = clicks * Math.round(cpcMicros * (0.8 + 0.4 * random()));
        const positionSum = (impr * (1 + 2 * random())).toFixed(1);
        facts.push([date, place, device, impr, clicks, cost, positionSum, clicks].join(','));
        if (clicks === 0 || day < FIRST_CLICK_DAY || random() > 0.025) continue;
        const timestampMs = dayMs + Math.round(random() * (DAY_MS - 3_600_000));
        const visit = { timestampMs, place: [SAMPLE.agencyId, account.advertiserId, place, device].join(',') };
        visits.push(visit);
        if (random() > 0.5) continue;
        const isPurchase = random() < 0.7;
        conversions.push({
          visit,
          conversionId: `sample-${String(index)}-${String(day)}-${device}`,
          timestampMs: timestampMs + Math.round(random() * 3_600_000),
          activity: isPurchase ? 'Purchase' : 'Signup',
          revenueMicros: isPurchase ? Math.round(20 + 130 * random()) * 1_000_000 - 10_000 : 0,
          currencyCode: account.currencyCode,
        });
      }
    }
  });
  const clickIds = numbered(visits);
  return {
    files: [
      {
        name: 'facts_daily.csv',
        lines: [
          'date,accountId,campaignId,adGroupId,keywordId,adId,device,impr,clicks,costMicros,positionSum,visits',
          ...facts,
        ],
      },
      {
        name: 'visits.csv',
        lines: [
          'clickId,timestampMs,agencyId,advertiserId,accountId,campaignId,adGroupId,keywordId,adId,device',
          ...Array.from(clickIds, ([{ timestampMs, place }, clickId]) => [clickId, timestampMs, place].join(',')),
        ],
      },
    ],
    conversions: conversions.map(({ visit, ...conversion }) => ({ clickId: clickIds.get(visit) ?? '', ...conversion })),
  };
}

function rates(days: readonly SampleDay[]): SampleFile {
  const lines = days.map(({ date }, day) => [
    `${date},EUR,${(1.08 + 0.02 * Math.sin(day / 12)).toFixed(4)}`,
    `${date},USD,1`,
  ]);
  return { name: 'fx_rates.csv', lines: ['date,currencyCode,usdPerUnit', ...lines.flat()] };
}

/** The 90 days that end yesterday. */
export function sampleData(now: Date): SampleData {
  const days = daysFrom(Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAYS * DAY_MS);
  const { keywords, lines } = plantAccounts();
  const { files, conversions } = grow(keywords, days);
  const both = [SAMPLE.shoes, SAMPLE.garden];
  return {
    files: [
      {
        name: 'entities.csv',
        lines: [
          'level,legacyId,parentLegacyId,newCustomerId,newId,name,status,engineType,currencyCode,timeZone,attributes',
          entityLine('AGENCY', SAMPLE.agencyId, '', ['', '', 'Sample agency', 'Active', '', 'EUR', '', '']),
          entityLine('ADVERTISER', SAMPLE.shoes, SAMPLE.agencyId, [
            '1231230001',
            '',
            'Sample shoes',
            'Active',
            '',
            'EUR',
            'Europe/Berlin',
            '',
          ]),
          entityLine('ADVERTISER', SAMPLE.garden, SAMPLE.agencyId, [
            '1231230002',
            '',
            'Sample garden',
            'Active',
            '',
            'USD',
            'America/New_York',
            '',
          ]),
          ...lines,
        ],
      },
      {
        name: 'floodlight.csv',
        lines: [
          'advertiserId,groupId,groupName,groupTag,conversionType,activityId,activityName,activityTag,weight,status',
          ...both.flatMap((id, index) => [
            `${id},2560000000000${String(index)}1,Sales,sales,TRANSACTION,2570000000146414${String(index)},Purchase,buy,1,Active`,
            `${id},2560000000000${String(index)}2,Leads,leads,ACTION,2570000000146415${String(index)},Signup,signup,0.5,Active`,
          ]),
        ],
      },
      {
        name: 'custom_variables.csv',
        lines: [
          'advertiserId,name,use',
          ...both.flatMap((id) => [`${id},sales,METRIC`, `${id},product_type,DIMENSION`]),
        ],
      },
      {
        name: 'saved_columns.csv',
        lines: [
          'advertiserId,name,type,definition',
          `${SAMPLE.shoes},Return on ad spend,Number,${quoted({ kind: 'formula', formula: 'dfaRevenue / cost' })}`,
          `${SAMPLE.shoes},Purchases,Integer,${quoted({ kind: 'floodlight', metric: 'transactions', activityIds: ['25700000001464140'] })}`,
        ],
      },
      rates(days),
      {
        name: 'access.csv',
        lines: ['subject,agencyId,advertiserId,role', `${SAMPLE.manager},${SAMPLE.agencyId},,WRITE`],
      },
      ...files,
    ],
    conversions,
  };
}
