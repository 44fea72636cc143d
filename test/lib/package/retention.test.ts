/** The table of SECURITY.md names settings that there are, with the numbers that the template has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { readDeployment } from '#lib/package/template/deployment';
import { ROOT } from '#test/support/stack/stack-process';

const section =
  readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').split('## What is kept how long')[1]?.split('\n## ')[0] ?? '';
const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \| `(\w+)` \|$/gm)].map(([, , days = '', setting = '']) => ({
  setting,
  days: Number(/\d+/.exec(days)?.[0]),
}));
const template = readFileSync(join(ROOT, 'serverless.yml'), 'utf8');
const params = load(/^params:\n(?: .*\n)+/m.exec(template)?.[0] ?? '') as {
  params: { default: Record<string, unknown> };
};

describe('what is kept how long', () => {
  test.each(rows)('$setting is $days days where nothing else is set', ({ setting, days }) => {
    expect(params.params.default[setting]).toBe(days);
  });

  test('names all of these settings', () => {
    expect(rows.map(({ setting }) => setting).toSorted()).toEqual([
      'backupDays',
      'logDays',
      'reportDays',
      'setAsideDays',
    ]);
  });

  test('is what the bucket is told', () => {
    const kept = readDeployment('prod').bucketRules.lifecycle.map(({ prefix, days }) => [prefix, days]);
    expect(kept).toEqual(
      expect.arrayContaining([
        ['reports/', 30],
        ['aws/lambda/', 14],
        ['backups/', 90],
      ]),
    );
  });
});
