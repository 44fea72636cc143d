import { expect, test } from '@jest/globals';
import { linkRewriter } from '#lib/upstream/links';
import { UPSTREAM_SERVICES } from '#lib/upstream/settings';

const THERE = 'https://there.example.com/';
const HERE = 'https://here.example.com/';

const FILLED: Readonly<Record<string, string>> = {
  calendar: 'htmlLink resourceUri selfLink',
  books:
    'selfLink previewLink infoLink canonicalVolumeLink webReaderLink buyLink smallThumbnail thumbnail acsTokenLink downloadLink',
  ads: 'url selfLink',
};

test.each(UPSTREAM_SERVICES)('links that %s fills in lead here; what people wrote leads where it led', (service) => {
  const rewrite = linkRewriter(service, THERE);
  const answer = (root: string) => ({
    ...Object.fromEntries((FILLED[service] ?? '').split(' ').map((name) => [name, `${root}a?b=1`])),
    description: `See ${THERE}a, "selfLink": "${THERE}"`,
    elsewhere: `${THERE}a`,
    large: 12345678901234567890n,
  });
  const text = (root: string): string =>
    JSON.stringify(answer(root), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2);

  expect(rewrite(text(THERE), HERE)).toBe(text(HERE));
});
