/** The file as a whole cannot be imported, and another try would end the same. */
export class UnusableFile extends Error {}
