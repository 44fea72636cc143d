/** The advertisers and accounts of a report's scope that the caller may see. */

export interface Advertiser {
  readonly agencyId: string;
  readonly advertiserId: string;
  readonly currencyCode: string | undefined;
  /** Zone of the network: Floodlight numbers are by its days. */
  readonly timeZone: string;
}

export interface Account {
  readonly advertiserId: string;
  readonly accountId: string;
  readonly currencyCode: string | undefined;
  /** Zone of the engine account: engine numbers are by its days. */
  readonly timeZone: string | undefined;
}

export interface ReportAccounts {
  readonly advertisers: readonly Advertiser[];
  readonly accounts: readonly Account[];
  /** ISO code of every amount in the report. */
  readonly currencyCode: string;
}
