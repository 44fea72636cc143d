/** What the calendar's rules ask of storage. */

export interface CalendarStores {
  readonly placeholder?: never;
}
