/** Storage of secret addresses: one for each calendar at most. */
import type { IcalAddress } from '#lib/calendar/model/ical-address';

export interface IcalAddressStore {
  find(calendarId: string): Promise<IcalAddress | undefined>;
  /** The address that was there before is worth nothing from then on. */
  replace(address: IcalAddress): Promise<void>;
  /** Nothing happens where there is none. */
  remove(calendarId: string): Promise<void>;
}
