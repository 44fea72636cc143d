import { array, boolean, integer, number, object, string } from '#lib/api/schema';

const price = (description: string) =>
  object(description, {
    amount: number('In units of the currency.'),
    currencyCode: string('ISO 4217 code.'),
  });

const offerPrice = (description: string) =>
  object(description, {
    amountInMicros: number('In millionths of the currency unit.'),
    currencyCode: string('ISO 4217 code.'),
  });

const offer = object('One way to buy or rent.', {
  finskyOfferType: integer('1 for a purchase, 3 for a rental.'),
  giftable: boolean('Whether it can be given to somebody else.'),
  listPrice: offerPrice('Before any discount.'),
  retailPrice: offerPrice('What is asked for.'),
  rentalDuration: object('For how long a rental lasts.', {
    unit: string('Unit of time.'),
    count: number('How many units.'),
  }),
});

/** The part of a volume that depends on the shop and the country. */
export const saleInfo = object('How the volume is sold in one country.', {
  country: string('ISO 3166-1 code of the country this block is about.'),
  saleability: string(
    '`FOR_SALE`, `FOR_RENTAL_ONLY`, `FOR_SALE_AND_RENTAL`, `FREE`, `NOT_FOR_SALE` or `FOR_PREORDER`.',
  ),
  onSaleDate: string('First day of sale, for volumes that can be ordered in advance.'),
  isEbook: boolean('Whether it can be on the eBooks shelf.'),
  listPrice: price('Price that the publisher suggests.'),
  retailPrice: price('Price that is asked for.'),
  buyLink: string('Where to get it.'),
  offers: array('Every offer for the volume.', offer),
});
