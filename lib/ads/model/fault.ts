/** Why one entry of a batch is refused. The codes are stable: scripts match them. */

export class Fault extends Error {}

const MAX_SHOWN_LENGTH = 512;
/** What a client sent, as far as a message needs it. */
export const shown = (value: string): string =>
  value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}...` : value;

const coded = (text: string, code: string): Fault => new Fault(`${text} (${code})`);

export const clickNotFound = (clickId: string): Fault =>
  coded(`Click ID '${shown(clickId)}' is not found`, '0x00000101');
export const activityNotFound = (by: 'name' | 'ID', value: string): Fault =>
  coded(`Floodlight activity ${by} '${shown(value)}' is not found`, '0x0000010E');
export const dimensionNotFound = (name: string): Fault =>
  coded(`Custom dimension '${shown(name)}' is not found`, '0x00000115');
export const metricNotFound = (name: string): Fault =>
  coded(`Custom metric '${shown(name)}' is not found`, '0x00000116');
export const alreadyStored = (dsConversionId: string): Fault =>
  coded(
    `The advertiser conversion ID is already specified for a conversion with Search Ads 360 conversion ID ${dsConversionId}`,
    '0x0000011A',
  );
export const conversionNotFound = (conversionId: string): Fault =>
  coded(`Advertiser conversion ID '${conversionId}' is not found`, '0x0000011B');
export const noRight = (advertiserId: string, right: 'view' | 'change' = 'view'): Fault =>
  coded(`User does not have permission to ${right} advertiser ${advertiserId}`, '0x0000011D');
export const repeatedId = (): Fault =>
  coded('Advertiser conversion ID is already specified in the request', '0x0000011F');

export const missingField = (field: string): Fault => new Fault(`Field '${field}' is required`);
export const wrongValue = (field: string, value: string, allowed: string): Fault =>
  new Fault(`Field '${field}' has the value '${shown(value)}' but takes ${allowed}`);
export const fixedField = (field: string): Fault =>
  new Fault(`Field '${field}' cannot be changed; remove the conversion and insert another`);
