import { describe, expect, test } from '@jest/globals';
import { Fault } from '#lib/ads/model/fault';
import { mayRead, requireVisible, requireWritable, subjectOf, subjectsOf, type Grant } from '#lib/ads/model/grant';
import { thrownBy } from '#test/support/thrown';

const to = (agencyId: string, advertiserId: string | undefined, role: Grant['role']): Grant => ({
  subject: 'ann@example.com',
  agencyId,
  advertiserId,
  role,
});

describe('grants', () => {
  test.each([
    ['nothing', [], false, false],
    ['the agency to read', [to('1', undefined, 'READ')], true, false],
    ['the agency to write', [to('1', undefined, 'WRITE')], true, true],
    ['the advertiser to read', [to('1', '2', 'READ')], true, false],
    ['the advertiser to write', [to('1', '2', 'WRITE')], true, true],
    ['another advertiser to write', [to('1', '3', 'WRITE')], false, false],
    ['another agency to write', [to('9', undefined, 'WRITE')], false, false],
    ['the same advertiser under another agency', [to('9', '2', 'WRITE')], false, false],
    ['the agency to read and the advertiser to write', [to('1', undefined, 'READ'), to('1', '2', 'WRITE')], true, true],
    [
      'the agency to read and another advertiser to write',
      [to('1', undefined, 'READ'), to('1', '3', 'WRITE')],
      true,
      false,
    ],
  ] as [string, Grant[], boolean, boolean][])('with %s', (_, grants, reads, writes) => {
    const subject = { agencyId: '1', advertiserId: '2' };
    const write = () => {
      requireWritable(grants, subject);
    };

    expect(mayRead(grants, subject)).toBe(reads);
    if (writes) expect(write).not.toThrow();
    else expect(write).toThrow(Fault);
  });

  test('an advertiser is no way to its agency', () => {
    expect(mayRead([to('1', '2', 'READ')], { agencyId: '1' })).toBe(false);
  });

  test('what is absent and what is not visible are the same to the caller', () => {
    const hidden = { legacy: { agencyId: '8', advertiserId: '9' } };
    const errorOf = (found: typeof hidden | undefined): unknown =>
      thrownBy(() => requireVisible([to('1', undefined, 'WRITE')], found));

    expect(errorOf(hidden)).toEqual(errorOf(undefined));
    expect(errorOf(hidden)).toMatchObject({ code: 404, reason: 'notFound' });
  });

  test('what is visible is given back', () => {
    const found = { legacy: { agencyId: '1', advertiserId: '2' } };

    expect(requireVisible([to('1', undefined, 'READ')], found)).toBe(found);
  });

  test('whoever was granted nothing is told so', () => {
    expect(thrownBy(() => requireVisible([], { legacy: { agencyId: '1' } }))).toMatchObject({
      code: 403,
      reason: 'forbidden',
      message: 'User does not have permission to view any agency or advertiser.',
    });
  });

  test.each([
    ['view', [], { agencyId: '1', advertiserId: '2' }, '2'],
    ['change', [to('1', undefined, 'READ')], { agencyId: '1', advertiserId: '2' }, '2'],
    ['view', [], { agencyId: '1' }, ''],
  ] as [string, Grant[], { agencyId: string }, string][])(
    'an entry that may not %s is told so',
    (right, grants, subject, advertiserId) => {
      expect(() => {
        requireWritable(grants, subject);
      }).toThrow(`User does not have permission to ${right} advertiser ${advertiserId} (0x0000011D)`);
    },
  );

  test.each([
    [' Ann@Example.com ', 'ann@example.com'],
    ['example.com', 'example.com'],
    ['@Example.com', 'example.com'],
  ])('the operator writes %j for %s', (written, subject) => {
    expect(subjectOf(written)).toBe(subject);
  });

  test('a caller has the grants of the address and of its domain', () => {
    expect(subjectsOf('ann@mail.example.com')).toEqual(['ann@mail.example.com', 'mail.example.com']);
  });
});

test('a subject without an address is in no domain, and has no grants', () => {
  expect(subjectsOf('corp8.test')).toEqual([]);
});
