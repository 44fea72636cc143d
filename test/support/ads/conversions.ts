/** Conversions, through the handler that serves their operations. */
import { handler } from '#functions/ads/conversion/index';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { requestsTo } from '#test/support/ask';
import { conversionsOf, type Advertising } from './advertising.ts';

export const ask = requestsTo(handler);

export interface ConversionList {
  readonly kind: string;
  readonly conversion?: readonly ConversionFields[];
}

/** The world is there when the first request is made. */
export const conversionRequests = (given: () => Advertising) => ({
  /** By the manager unless somebody else asks. */
  insert: <Body = ConversionList>(conversion: readonly unknown[], as = given().manager) =>
    ask<Body>('POST', '/doubleclicksearch/v2/conversion', {
      as,
      body: { kind: 'doubleclicksearch#conversionList', conversion },
    }),
  /** What the manager finds in an account. */
  async idsIn(account = given().accounts[0]): Promise<(string | undefined)[]> {
    const { body } = await ask<ConversionList>('GET', conversionsOf(account), { as: given().manager });
    return (body.conversion ?? []).map(({ conversionId }) => conversionId);
  },
});
