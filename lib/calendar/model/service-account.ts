/** A program that signs in for itself. Where it acts for somebody, its token carries that person's address. */
export const isServiceAccount = (email: string): boolean => email.endsWith('.gserviceaccount.com');
