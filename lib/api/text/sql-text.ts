/** A text as SQL writes it: no part of it can close the quotes around it. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
