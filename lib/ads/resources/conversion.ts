import { array, int64, number, oneOf, resource, string } from '#lib/api/schema';

const INSERT = ['doubleclicksearch.conversion.insert'];

const CustomMetricResource = resource('CustomMetric', "A number under one of the advertiser's own names.", {
  name: string('Name of the metric.'),
  value: number('Its value.'),
});

const CustomDimensionResource = resource('CustomDimension', "A text under one of the advertiser's own names.", {
  name: string('Name of the dimension.'),
  value: string('Its value.'),
});

export const ConversionResource = resource(
  'Conversion',
  'Something a visitor did after a click: an action, or a transaction with revenue.',
  {
    clickId: string('Id of the click, from the landing address.'),
    agencyId: int64('Agency.'),
    advertiserId: int64('Advertiser.'),
    engineAccountId: int64('Engine account.'),
    customerId: string('Client account in the new id space; stands for agency, advertiser and account.'),
    campaignId: int64('Campaign.'),
    adGroupId: int64('Ad group.'),
    criterionId: int64('Keyword.'),
    adId: int64('Ad; 0 when it is not known.'),
    conversionId: string('Chosen by the advertiser; with the timestamp unique within the advertiser.', {
      requiredBy: INSERT,
    }),
    dsConversionId: int64('Given by the service.'),
    conversionTimestamp: string('When it happened, milliseconds since 1970 in UTC.', {
      requiredBy: INSERT,
      coerce: true,
    }),
    conversionModifiedTimestamp: int64('When it last changed, milliseconds since 1970 in UTC.'),
    type: string('`ACTION` or `TRANSACTION`; as the activity says when left out.'),
    state: string('`ACTIVE` or `REMOVED`.'),
    revenueMicros: string('Revenue of a transaction in millionths of the currency unit.', { coerce: true }),
    currencyCode: string('ISO 4217 code of the revenue.'),
    quantityMillis: int64('Quantity in thousandths.'),
    countMillis: int64('Count in thousandths; stored and returned.'),
    attributionModel: string('Attribution model; stored and returned.'),
    segmentationType: string('Always `FLOODLIGHT`.', { requiredBy: INSERT }),
    segmentationId: int64('Id of the activity; its name can be given instead.'),
    segmentationName: string('Name of the activity; its id can be given instead.'),
    floodlightOrderId: string('Order number of the advertiser.'),
    customMetric: array("Values of the advertiser's own metrics.", CustomMetricResource),
    customDimension: array("Values of the advertiser's own dimensions.", CustomDimensionResource),
    deviceType: string('`DESKTOP`, `MOBILE`, `TABLET` or `OTHER`.'),
    productGroupId: int64('Product group.'),
    inventoryAccountId: int64('Inventory account that has the product.'),
    productId: string('Number of the product in the shop.'),
    productCountry: string('ISO 3166 code of the product feed.'),
    productLanguage: string('ISO 639 code of the product feed.'),
    channel: string('`local` for a physical shop, `online` otherwise.'),
    storeId: string('The shop, when the channel is `local`.'),
    adUserDataConsent: oneOf('What the visitor agreed to.', {
      UNKNOWN: 'Nobody asked.',
      GRANTED: 'Agreed.',
      DENIED: 'Refused.',
    }),
  },
);

export const ConversionListResource = resource('ConversionList', 'Conversions of a request or an answer.', {
  kind: string('Always `doubleclicksearch#conversionList`.'),
  conversion: array('The conversions.', ConversionResource),
});
