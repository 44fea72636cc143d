/** An account of a program. When it acts for a person, its token carries that person's address instead. */
export const isServiceAccount = (email: string): boolean => email.endsWith('.gserviceaccount.com');
