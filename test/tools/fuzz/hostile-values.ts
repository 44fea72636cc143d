/** Values that programs stumble over. */
import type { Random } from '#test/tools/shared/random';

const UNICODE = ['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ud83d', '\u202eabc', '\ufeffbom', '\u2028\u2029', 'e\u0301\u0301\u0301', '👩‍👩‍👧‍👦', 'ﷺ', 'İıſK', '\ufffe\uffff', 'ａｄｍｉｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', '\u00ad', 'ß', '１２３'];
const LENGTHS = [255, 256, 1024, 1025, 2048, 2049, 8_193];
const INJECTIONS = [
  '../../../etc/passwd', '..%2f..%2f', 'a\r\nX-Injected: 1', 'a\nb', '<script>alert(1)</script>', "' OR '1'='1", '"; DROP TABLE volumes; --', '${jndi:ldap://x}', '{{7*7}}', '=1+1', '@SUM(A1)', '#', 'a#b', 'META', 'E#x', 'U#x', 'ACL#default', 'CH#x',
  ':pk', '#pk', 'attribute_exists(pk)', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '*', '%', '%00', '%zz', '\\', '/', '//', '?', '&', ';', '|', '`id`', '$(id)', '-', '.', '..', ',', '"', '""', "'", '(', ')', '((((((((', '~',
];
const NUMBERS = ['0', '-0', '-1', '1', '+1', '01', '1e3', '1.5', '1e309', '-1e309', 'NaN', 'Infinity', '0x10', '2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740993', '9223372036854775807', '9223372036854775808', '18446744073709551616', '9'.repeat(400), '١٢'];
const TIMES = [
  '2026-03-10T09:00:00Z', '2026-03-10T09:00:00', '2026-03-10', '2026-02-30', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '0000-00-00', '0000-01-01T00:00:00Z', '0001-01-01', '9999-12-31T23:59:59Z', '9999-12-31', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59', '+275760-09-13T00:00:00Z', '+275760-09-13', '-271821-04-20T00:00:00Z',
  '2026-03-10T24:00:00Z', '2026-03-10T23:59:60Z', '2026-03-10T09:00:00+99:99', '2026-03-10T09:00:00+14:00', '2026-03-29T02:30:00', '2026-03-10T09:00:00.123456789Z', '2026-03-10 09:00:00Z', '20260310T090000Z', '20260310', '1/2/2026', 'now', '1773133200', '1970-01-01T00:00:00Z', '1582-10-10', '2026-W10-1',
];
const ZONES = ['UTC', 'Europe/Zurich', 'Mars/Base', '+25:00', '+01:00', 'etc/gmt+12', 'EST5EDT', 'Asia/Calcutta', '../UTC', 'America/'.repeat(50)];
const RULES = [
  'RRULE:FREQ=SECONDLY', 'RRULE:FREQ=MINUTELY', 'RRULE:FREQ=DAILY;COUNT=999999999', 'RRULE:FREQ=DAILY;INTERVAL=2147483647', 'RRULE:FREQ=DAILY;INTERVAL=99999999999999999999', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'RRULE:FREQ=YEARLY;BYDAY=53MO', 'RRULE:FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU', 'RRULE:FREQ=MONTHLY;BYDAY=-5FR;BYSETPOS=-366', 'RRULE:FREQ=DAILY;UNTIL=00010101', 'RRULE:FREQ=DAILY;UNTIL=99991231T235959Z',
  'RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=31,-1;BYHOUR=0,23;BYMINUTE=0,59;BYSECOND=0,59', `RRULE:FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, hour) => hour).join(',')};BYMINUTE=${Array.from({ length: 60 }, (_, minute) => minute).join(',')}`,
  'RRULE:', 'RRULE:FREQ=', 'RRULE:FREQ=DAILY;FREQ=DAILY', 'RRULE:FREQ=DAILY;;', 'EXDATE:', `EXDATE:${Array.from({ length: 400 }, () => '20260310T090000Z').join(',')}`, 'EXDATE;TZID=Mars/Base:20260310T090000', 'RDATE:20260310T090000Z/PT1H', 'RDATE;VALUE=PERIOD:20260310T090000Z/20260310T080000Z', 'EXRULE:FREQ=DAILY', 'DTSTART:20260310', 'X'.repeat(5000),
];
const QUERIES = ['intitle:', 'intitle:"', '"unclosed', '-', '--a', 'a OR', 'OR', 'AND NOT', 'NEAR(a b)', 'a*', '*', 'isbn:', 'isbn:97800000000000', 'inauthor:inauthor:x', '""', '{a b}: c', 'title:a', '^a', 'a + b', '(a', 'a b c d e f g h '.repeat(100), 'tomorrow at at at 25:99', 'every every day for -1 hours', 'from 9 to 8 to 7 to 6 on Feb 30', 'at 10'.repeat(200), 'next '.repeat(300), '1:1:1:1:1', 'for 99999999999 hours', 'in 9999999 years'];
const FIELDS = ['items(', 'items)', 'items(id', '*', '*/*', 'items/*', ',', 'id,', '()', 'items(*(*(*)))', 'a/'.repeat(100), 'items('.repeat(60), 'kind,'.repeat(2000), '__proto__', 'constructor/name', 'items/constructor', '*(__proto__)', 'toString', 'error'];
const ADDRESSES = ['http://127.0.0.1/', 'https://169.254.169.254/latest/meta-data', 'https://[::1]/', 'https://user:pass@example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'https://', 'https://example.com:99999/', 'https://exa mple.com/', 'https://example.com/\r\nX: 1', 'data:text/html,x', 'https://0x7f.1/', 'https://localhost./', '//example.com', 'mailto:a@b', 'a@b@c', '@', 'a@', '@b', 'x'.repeat(300) + '@example.com', '"a b"@example.com', 'ä@ö.example'];

const FAMILIES: readonly (readonly string[])[] = [['', ' ', '\t'], UNICODE, INJECTIONS, NUMBERS, TIMES, ZONES, RULES, QUERIES, FIELDS, ADDRESSES];

export function oddText(random: Random): string {
  if (random.percent(8)) return random.pick(['a', '9', 'é', '😀', '%', ' ', '\u0000', '(', 'a '] as const).repeat(random.pick(LENGTHS) ?? 1);
  return random.pick(random.pick(FAMILIES) ?? []) ?? '';
}

const nested = (depth: number, isList: boolean): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
};

const ODD_VALUES: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => [{}],
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => 2 ** 53,
  () => -(2 ** 31) - 1,
  (random) => nested(random.pick([5, 50, 1000]), random.percent(50)),
  (random) => Array.from({ length: random.pick([2, 30, 300, 3000]) }, () => oddText(random).slice(0, 40)),
  (random) => Object.fromEntries(Array.from({ length: random.pick([2, 30, 400]) }, (_, index) => [`${oddText(random).slice(0, 60)}${String(index)}`, oddText(random).slice(0, 40)])),
  (random) => ({ [oddText(random)]: oddText(random) }),
  (random) => Array.from({ length: 300 }, () => ({ email: `${String(random.below(1e9))}@example.com` })),
];

/** Anything that JSON can say; texts more often than the rest. */
export const oddValue = (random: Random): unknown => (random.percent(55) ? oddText(random) : random.pick(ODD_VALUES)?.(random));

/** Texts that are no JSON, or JSON of a kind that nobody writes. */
export function oddBody(random: Random, valid: string): string {
  const makers: readonly (() => string)[] = [
    () => '',
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '{',
    () => '{"a":1,}',
    () => `${valid}${valid}`,
    () => valid.slice(0, random.below(valid.length + 1)),
    () => '['.repeat(100_000),
    () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    () => `{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},${valid.replace(/^\{/, '')}`,
    () => `{"summary":"${'x'.repeat(random.pick([70_000, 500_000]))}"}`,
    () => `\ufeff${valid}`,
    () => valid.replaceAll('"', "'"),
    () => valid.replace(/\d+/, '1e400'),
    () => `{${Array.from({ length: 20_000 }, (_, index) => `"k${String(index)}":0`).join(',')}}`,
    () => JSON.stringify({ conversion: Array.from({ length: 300 }, () => ({ conversionId: oddText(random).slice(0, 30) })) }),
    () => '--boundary\r\nContent-Type: application/json\r\n\r\n{}\r\n--boundary--',
  ];
  return random.pick(makers)?.() ?? '';
}
