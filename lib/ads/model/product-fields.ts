/** What is known of a product, under the names that imports and reports share. */

const numbered = (name: string, first: number): string[] =>
  Array.from({ length: 5 }, (_, index) => `${name}${String(first + index)}`);

/** Together with whose inventory it is in, what tells products apart. */
export const PRODUCT_KEY = ['productId', 'productCountry', 'productLanguage'] as const;

export const PRODUCT_TEXTS: readonly string[] = [
  'productTitle',
  'productBrand',
  'productGtin',
  'productMpn',
  'productCategory',
  ...numbered('productCategoryLevel', 1),
  ...numbered('productTypeLevel', 1),
  ...numbered('productCustomLabel', 0),
  'productCondition',
  'productAvailability',
  'productColor',
  'productSize',
  'productMaterial',
  'productPattern',
  'productGender',
  'productAgeGroup',
  'productLandingPageUrl',
  'productStoreId',
  'productChannel',
  'productChannelExclusivity',
  'productItemGroupId',
];

/** In the currency that stands beside them. */
export const PRODUCT_AMOUNTS = ['productPrice', 'productSalePrice', 'productCostOfGoodsSold'] as const;
