import { expect, test } from '@jest/globals';
import { handler } from '#functions/calendar/colors/index';
import { requestsTo } from '#test/support/ask';
import { someone } from '#test/support/people';

const encodingFor = async (accepted: string): Promise<string | undefined> =>
  (await requestsTo(handler)('GET', '/calendar/v3/colors', { as: someone(), headers: { 'accept-encoding': accepted } }))
    .headers['content-encoding'];

test.each(['gzip', 'br, gzip', 'gzip;q=0.5', 'gzip; q=0.01, *;q=0', 'GZIP;q=1.0'])(
  'an answer is compressed for %s',
  async (accepted) => {
    expect(await encodingFor(accepted)).toBe('gzip');
  },
);

test.each(['identity', 'br', 'gzip;q=0', 'gzip; q=0', 'gzip ;q=0.000, br', 'gzipped'])(
  'an answer is not compressed for %s',
  async (accepted) => {
    expect(await encodingFor(accepted)).toBeUndefined();
  },
);
