import { describe, expect, test } from '@jest/globals';
import { redactedPath } from '#lib/local/log/redacted-path';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJlbWFpbCI6ImEifQ.c2ln-bmF0_dXJl';
const KEY = 'alm_0123456789abcdefghijklmnop';

describe('the path of a request, as it is shown', () => {
  test.each([
    ['/calendar/v3/calendars/a%40example.com/events', '/calendar/v3/calendars/a%40example.com/events'],
    ['/c?maxResults=5&q=a=b', '/c?maxResults=5&q=a=b'],
    ['/c?key=abc&maxResults=5', '/c?key=...&maxResults=5'],
    [`/c?access_token=${TOKEN}`, '/c?access_token=...'],
    ['/c?oauth_token=abc&oauth_token=def', '/c?oauth_token=...&oauth_token=...'],
    ['/c?ACCESS_TOKEN=abc', '/c?ACCESS_TOKEN=...'],
    ['/c?%6bey=abc', '/c?%6bey=...'],
    ['/c?access%5Ftoken=abc', '/c?access%5Ftoken=...'],
    ['/c?%zzkey=abc', '/c?%zzkey=...'],
    ['/c?a=1?key=abc&key=def', '/c?a=1?key=abc&key=...'],
    [`/c/${TOKEN}/${KEY}?q=${KEY}`, '/c/.../...?q=...'],
    ['/c?pageToken=abc&syncToken=def', '/c?pageToken=...&syncToken=...'],
    ['/device?user_code=BCDF-GHJK', '/device?user_code=...'],
    ['/cb?code=4/abc&state=x&scope=s', '/cb?code=...&state=...&scope=s'],
    ['/calendar/ical/a%40b.c/private-x_-9/basic.ics', '/calendar/ical/a%40b.c/private-.../basic.ics'],
    ['/c?key', '/c?key'],
    ['/c?', '/c'],
    ['/c\u001b[2J\u009b31m', '/c?[2J?31m'],
    [`/${'x'.repeat(500)}`, `/${'x'.repeat(119)}...`],
  ])('%j -> %j', (url, shown) => {
    expect(redactedPath(url)).toBe(shown);
  });
});
