/** White space that is not a single space. */
const UNEVEN = /[^\S ]| {2}/;

/** The text with one space for each run of white space, and none at its ends. Most texts are like that already. */
export const oneLine = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
