/** The outcome of handing a message to a mail service. */

/** What became of a message that was handed over. */
export type Handover =
  | { readonly kind: 'taken' }
  /** It was certainly not sent. `isPassing`: it may be taken a little later. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isPassing: boolean }
  /** The answer was lost, so that it may have been sent. */
  | { readonly kind: 'unclear'; readonly reason: string };
