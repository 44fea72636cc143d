/** A value as a field of a CSV line (RFC 4180): quoted where it must be. */
export const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
