/** A failure whose message is all that a person needs to see. */
export class CannotStart extends Error {}
