import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { entities, factsDaily, floodlight, visits } from '#lib/ads/import/kinds';
import { UnreadableFile } from '#lib/ads/import/report';
import { advertiserKey, idMappingKey, monthKey, wholeKey } from '#lib/ads/import/warehouse-keys';
import { importDependencies } from '#lib/runtime/ads/import';
import { config } from '#lib/runtime/process/config';
import { importFile } from '#lib/stores/duckdb/importer';
import { stores } from '#test/support/ads/advertising';
import {
  clockAt,
  importText,
  folder,
  HEADER,
  entityLines,
  rowsAt,
  newAdsIds,
  type AdsIds,
} from '#test/support/ads/import-files';
import { objects } from '#test/support/http/objects';

const { files } = importDependencies;
const factsOf = (advertiserId: string, month: string, columns: string) =>
  rowsAt(monthKey(factsDaily, { advertiserId, month }), columns);

describe('importing', () => {
  test('entities are found under the ids of both spaces, with their whole line', async () => {
    const w = newAdsIds();

    const report = await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));

    expect(report).toEqual({ kind: 'entities', rows: 7, badLines: 0, problems: [] });
    const legacy = {
      agencyId: w.agency,
      advertiserId: w.advertiser,
      engineAccountId: w.account,
      campaignId: w.campaign,
      adGroupId: w.group,
    };
    const keyword = await stores.entities.find({ space: 'legacy', kind: 'CRITERION', id: w.keyword });
    expect(keyword).toEqual({
      level: 'KEYWORD',
      name: 'red "shoes"',
      status: 'Active',
      networkTimeZone: 'America/New_York',
      legacy: { ...legacy, criterionId: w.keyword },
      modern: { customerId: w.customer, campaignId: '901', adGroupId: '801', criterionId: '701' },
    });
    expect(
      await stores.entities.find({
        space: 'new',
        kind: 'CRITERION',
        customerId: w.customer,
        adGroupId: '801',
        id: '701',
      }),
    ).toEqual(keyword);
    expect(await stores.entities.find({ space: 'new', kind: 'ACCOUNT', customerId: w.customer })).toMatchObject({
      legacy: { engineAccountId: w.account },
    });
  });

  test('children may come before their parents, in files of either format', async () => {
    const w = newAdsIds();
    const [agency = '', advertiser = '', ...below] = entityLines(w);

    await importText('entities-below.csv.gz', gzipSync([HEADER, ...below.reverse()].join('\n')));
    expect(await stores.entities.find({ space: 'legacy', kind: 'CRITERION', id: w.keyword })).toBeUndefined();
    const [, legacyId, parentLegacyId] = advertiser.split(',');
    await importText(
      'entities-top.ndjson',
      [
        JSON.stringify({
          level: 'ADVERTISER',
          legacyId,
          parentLegacyId: Number(parentLegacyId),
          name: 'Shoes',
          status: 'Active',
        }),
        JSON.stringify({
          level: 'AGENCY',
          legacyId: agency.split(',')[1],
          name: 'Agency',
          status: 'Active',
          attributes: { labels: ['a'] },
        }),
      ].join('\n'),
    );

    expect(await stores.entities.find({ space: 'legacy', kind: 'CRITERION', id: w.keyword })).toMatchObject({
      networkTimeZone: 'UTC',
      legacy: { agencyId: w.agency, adGroupId: w.group },
    });
  });

  test('a new zone of an advertiser reaches everything below it', async () => {
    const w = newAdsIds();
    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));

    await importText(
      'entities.csv',
      [HEADER, (entityLines(w)[1] ?? '').replace('America/New_York', 'Asia/Tokyo')].join('\n'),
    );

    expect((await stores.entities.find({ space: 'legacy', kind: 'CRITERION', id: w.keyword }))?.networkTimeZone).toBe(
      'Asia/Tokyo',
    );
  });

  test('ADS-58 ADS-61 the table of ids has a row for everything that both spaces know', async () => {
    const w = newAdsIds();
    await importText(
      'entities.csv',
      [HEADER, ...entityLines(w), `CAMPAIGN,9${w.campaign},${w.account},,,Old campaign,Active,`].join('\n'),
    );

    const path = join(folder, 'mapping.csv.gz');
    await files.download(idMappingKey(w.advertiser, 'gzip'), path);
    const quoted = (value: object): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const top = { agencyId: w.agency, advertiserId: w.advertiser };
    const group = { ...top, engineAccountId: w.account, campaignId: w.campaign, adGroupId: w.group };
    const modern = { customerId: w.customer, campaignId: '901', adGroupId: '801' };
    expect(gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')).toEqual([
      'Entity Type,Legacy IDs,New IDs',
      `CUSTOMER,${quoted(top)},${quoted({ customerId: `31${w.customer}` })}`,
      `CUSTOMER,${quoted({ ...top, engineAccountId: w.account })},${quoted({ customerId: w.customer })}`,
      `CAMPAIGN,${quoted({ ...top, engineAccountId: w.account, campaignId: w.campaign })},${quoted({ customerId: w.customer, campaignId: '901' })}`,
      `AD_GROUP,${quoted(group)},${quoted(modern)}`,
      `CRITERION,${quoted({ ...group, keywordId: w.keyword })},${quoted({ ...modern, criterionId: '701' })}`,
      `AD_GROUP_AD,${quoted({ ...group, adId: w.ad })},${quoted({ ...modern, adId: '601' })}`,
    ]);
  });

  test('what files leave open, when things were made and changed, is told by the imports that did it', async () => {
    const w = newAdsIds();
    const activity = (name: string) =>
      `advertiserId,groupId,groupName,conversionType,activityId,activityName\n${w.advertiser},1,Shop,ACTION,${w.ad},${name}`;
    const bring = async (day: string, campaign: string) => {
      const clock = clockAt(`${day}T10:00:00Z`);
      const lines = entityLines(w).map((line) => line.replace(',Campaign,', `,${campaign},`));
      await importText('entities.csv', [HEADER, ...lines].join('\n'), clock);
      await importText('floodlight.csv', activity(campaign), clock);
    };
    const days = "strftime(created, '%d') AS made, strftime(lastModified, '%d') AS changed";
    const told = async () => {
      const entityRows = (await rowsAt(advertiserKey(entities, w.advertiser), `level, ${days}`)) ?? [];
      const activities = (await rowsAt(wholeKey(floodlight), `activityId, ${days}`)) ?? [];
      const daysOf = (row: Record<string, unknown> | undefined) => [row?.['made'], row?.['changed']];
      return {
        campaign: daysOf(entityRows.find(({ level }) => level === 'CAMPAIGN')),
        account: daysOf(entityRows.find(({ level }) => level === 'ACCOUNT')),
        activity: daysOf(activities.find(({ activityId }) => String(activityId) === w.ad)),
      };
    };

    await bring('2026-03-14', 'Spring');
    await bring('2026-03-15', 'Spring');
    expect(await told()).toEqual({ campaign: ['14', '14'], account: ['14', '14'], activity: ['14', '14'] });
    await bring('2026-03-16', 'Summer');
    expect(await told()).toEqual({ campaign: ['14', '16'], account: ['14', '14'], activity: ['14', '16'] });
  });

  test.each(['gzip', 'identity'] as const)('ADS-58 the table of ids is stored as CSV, coding %s', async (coding) => {
    const w = newAdsIds();
    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));

    const stored = await objects.send(
      new HeadObjectCommand({ Bucket: config.bucket, Key: idMappingKey(w.advertiser, coding) }),
    );

    // Files that are too large for an answer are fetched from the bucket, with what is kept beside them.
    expect(stored.ContentType).toBe('text/csv; charset=UTF-8');
    expect(stored.ContentEncoding).toBe(coding === 'gzip' ? 'gzip' : undefined);
  });

  test('ADS-59 a bad line is named by its number, and the rest counts', async () => {
    const w = newAdsIds();
    const facts = [
      'date,accountId,campaignId,device,impr,clicks,costMicros',
      `2026-02-01,${w.account},${w.campaign},Desktop,100,10,5000000`,
      `2026-02-30,${w.account},${w.campaign},Desktop,100,10,5000000`,
      '',
      `2026-02-02,${w.account},${w.campaign},Watch,100,10,5000000`,
      `2026-02-03,${w.account},${w.campaign},Mobile,7,ten,1`,
      `2026-02-04,${w.account}`,
      `2026-02-05,${w.account},${w.campaign},Mobile,7,1,1`,
    ];

    const report = await importText('facts_daily.csv', facts.join('\n'));

    expect(report).toMatchObject({ rows: 2, badLines: 4 });
    expect(report.problems).toEqual([
      { line: 3, problem: 'date is not a day (YYYY-MM-DD): 2026-02-30' },
      { line: 5, problem: 'device is not one of Desktop, Mobile, Tablet, Other: Watch' },
      { line: 6, problem: 'clicks is not a whole number: ten' },
      { line: 7, problem: expect.stringContaining('Columns') },
    ]);
  });

  test.each([
    [
      'a zone that nobody knows',
      'entities.csv',
      (w: AdsIds) => [HEADER, (entityLines(w)[1] ?? '').replace('America/New_York', 'Mars/Phobos')],
      'timeZone is not a time zone (IANA): Mars/Phobos',
    ],
    [
      'an entity without a parent',
      'entities.csv',
      (w: AdsIds) => [HEADER, `ACCOUNT,${w.account},,,,Account,Active,`],
      'parentLegacyId is missing',
    ],
    [
      'a currency that is none',
      'fx_rates.csv',
      () => ['date,currencyCode,usdPerUnit', '2026-01-01,EURO,1.1'],
      'currencyCode is not a currency (ISO 4217): EURO',
    ],
    [
      'a day without end',
      'fx_rates.csv',
      () => ['date,currencyCode,usdPerUnit', 'infinity,EUR,1.1'],
      'date is not a day (YYYY-MM-DD): infinity',
    ],
    [
      'a moment beyond all calendars',
      'visits.csv',
      (w: AdsIds) => [
        'clickId,timestampMs,agencyId,advertiserId,accountId,campaignId',
        `far-${w.customer},9223372036854775807,1,2,3,4`,
      ],
      'timestampMs is not between 0 and 253402300799999: 9223372036854775807',
    ],
  ])('ADS-59 %s spoils its own line only', async (_, name, linesOf, problem) => {
    const report = await importText(name, linesOf(newAdsIds()).join('\n'));

    expect(report).toMatchObject({ rows: 0, badLines: 1, problems: [{ line: 2, problem }] });
  });

  test('ADS-59 the same facts twice are the same facts, and a repeated day replaces what it restates', async () => {
    const w = newAdsIds();
    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));
    const header = 'date,accountId,campaignId,keywordId,device,impr,clicks,costMicros';
    const row = (date: string, clicks: number): string =>
      `${date},${w.account},${w.campaign},${w.keyword},Desktop,100,${String(clicks)},5000000`;
    const first = [header, row('2026-02-01', 10), row('2026-02-02', 20), row('2026-03-01', 30)].join('\n');

    await importText('facts_daily-1.csv', first);
    await importText('facts_daily-1.csv', first);
    await importText(
      'facts_daily-2.csv',
      [header, row('2026-02-02', 25), row('2026-02-03', 5)].join('\n'),
      clockAt('2026-03-15T00:00:00Z'),
    );

    expect(await factsOf(w.advertiser, '2026-02', 'date, clicks, updatedAt')).toEqual([
      { date: '2026-02-01', clicks: '10', updatedAt: '2026-03-14 10:00:00+00' },
      { date: '2026-02-02', clicks: '25', updatedAt: '2026-03-15 00:00:00+00' },
      { date: '2026-02-03', clicks: '5', updatedAt: '2026-03-15 00:00:00+00' },
    ]);
    expect(await factsOf(w.advertiser, '2026-03', 'date, clicks')).toEqual([{ date: '2026-03-01', clicks: '30' }]);
  });

  test('facts that come before their account are attached when it arrives', async () => {
    const w = newAdsIds();
    await importText(
      'facts_daily.csv',
      `date,accountId,campaignId,device,impr,clicks,costMicros\n2026-01-05,${w.account},${w.campaign},Mobile,9,3,1000000\n`,
    );

    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));

    expect(await factsOf(w.advertiser, '2026-01', 'date, device, clicks')).toEqual([
      { date: '2026-01-05', device: 'Mobile', clicks: '3' },
    ]);
  });

  test("imports at the same time do not lose each other's rows", async () => {
    const w = newAdsIds();
    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));
    const days = ['2026-01-05', '2026-01-06', '2026-01-07'];

    await Promise.all(
      days.map((date) =>
        importText(
          `facts_daily-${date}.csv`,
          `date,accountId,campaignId,device,impr,clicks,costMicros\n${date},${w.account},${w.campaign},Mobile,9,3,1\n`,
        ),
      ),
    );

    expect(await factsOf(w.advertiser, '2026-01', 'date')).toEqual(days.map((date) => ({ date })));
  });

  test('of two rows with one key in a file the later one counts', async () => {
    const w = newAdsIds();
    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));
    const row = (clicks: string): string => `2026-01-05,${w.account},${w.campaign},Mobile,9,${clicks},1000000`;

    await importText(
      'facts_daily.csv',
      ['date,accountId,campaignId,device,impr,clicks,costMicros', row('1'), row('2')].join('\n'),
    );

    expect(await factsOf(w.advertiser, '2026-01', 'clicks')).toEqual([{ clicks: '2' }]);
  });

  test('visits, activities, variables, saved columns and grants can be looked up', async () => {
    const w = newAdsIds();
    const {
      agency: agencyId,
      advertiser: advertiserId,
      account,
      campaign: campaignId,
      group: adGroupId,
      keyword: keywordId,
    } = w;

    await importText(
      'visits.ndjson',
      JSON.stringify({
        clickId: `c-${w.customer}`,
        timestampMs: 1_773_480_413_000,
        agencyId,
        advertiserId,
        accountId: account,
        campaignId,
        adGroupId,
        keywordId,
        device: 'Tablet',
      }),
    );
    await importText(
      'floodlight.csv',
      `advertiserId,groupId,groupName,conversionType,activityId,activityName\n${advertiserId},11,Shop,TRANSACTION,12,"Purchase, online"\n`,
    );
    await importText('custom_variables.csv', `advertiserId,name,use\n${advertiserId},sales,METRIC\n`);
    await importText(
      'saved_columns.ndjson',
      JSON.stringify({
        advertiserId,
        name: 'Margin',
        type: 'Number',
        definition: { kind: 'formula', formula: 'dfaRevenue / cost' },
      }),
    );
    await importText(
      'access.csv',
      `subject,agencyId,advertiserId,role\nAnn@${w.customer}.example,${agencyId},,WRITE\n${w.customer}.example,${agencyId},${advertiserId},\n`,
    );

    expect(await stores.visits.findAll([`c-${w.customer}`])).toEqual([
      {
        clickId: `c-${w.customer}`,
        timestampMs: 1_773_480_413_000,
        device: 'Tablet',
        legacy: { agencyId, advertiserId, engineAccountId: account, campaignId, adGroupId, criterionId: keywordId },
      },
    ]);
    expect(await stores.advertisers.setup(advertiserId)).toEqual({
      activities: [
        {
          advertiserId,
          activityId: '12',
          activityName: 'Purchase, online',
          conversionType: 'TRANSACTION',
          groupId: '11',
          groupName: 'Shop',
        },
      ],
      variables: [{ advertiserId, name: 'sales', use: 'METRIC' }],
    });
    expect(await stores.advertisers.savedColumns(advertiserId)).toEqual([
      { advertiserId, name: 'Margin', type: 'Number', definition: { kind: 'formula', formula: 'dfaRevenue / cost' } },
    ]);
    expect(await stores.grants.listFor(`ann@${w.customer}.example`)).toEqual([
      { subject: `ann@${w.customer}.example`, agencyId, role: 'WRITE' },
      { subject: `${w.customer}.example`, agencyId, advertiserId, role: 'READ' },
    ]);
  });

  test('ADS-59 a line that is no object of JSON is told so', async () => {
    const w = newAdsIds();
    const good = JSON.stringify({ advertiserId: w.advertiser, name: 'sales', use: 'METRIC' });

    const report = await importText('custom_variables.ndjson', [good, '{"advertiserId":', '[1]', '"x"'].join('\n'));

    expect(report).toMatchObject({ rows: 1, badLines: 3 });
    expect(report.problems).toEqual(
      [2, 3, 4].map((line) => ({ line, problem: 'It is no object of JSON with any column in it' })),
    );
  });

  const variables = gzipSync(`advertiserId,name,use\n${'5,sales,METRIC\n'.repeat(1_000)}`);
  test.each([
    ['ends too early', 'custom_variables.csv.gz', variables.subarray(0, variables.length - 12), /^It cannot be read: /],
    ['is not compressed at all', 'custom_variables.csv.gz', 'advertiserId,name,use\n', /^It cannot be read: /],
    ['is not compressed at all', 'custom_variables.ndjson.gz', '{}', /^It cannot be read: /],
    ['names a column twice', 'custom_variables.csv', 'advertiserId,name,use,name\n', /^The header names name twice\.$/],
    ['is empty', 'custom_variables.csv', '', /^The file is empty\.$/],
  ])('a file that %s is refused as a whole (%s)', async (_, name, text, message) => {
    await expect(importText(name, text)).rejects.toThrow(message);
    await expect(importText(name, text)).rejects.toBeInstanceOf(UnreadableFile);
  });

  test('a file that is not there is refused', async () => {
    await expect(importFile(join(folder, 'visits-nowhere.csv'), visits, importDependencies)).rejects.toBeInstanceOf(
      UnreadableFile,
    );
  });

  test('a file that lacks a column is refused as a whole', async () => {
    await expect(importText('facts_daily.csv', 'date,accountId\n2026-01-01,1\n')).rejects.toThrow(
      'The header lacks campaignId, device, impr, clicks, costMicros.',
    );
  });
});
