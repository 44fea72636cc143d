/** The roles, weakest first. */
export const ROLES = ['none', 'freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
export const atLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
export const highest = (roles: readonly Role[]): Role =>
  roles.reduce((best, role) => (atLeast(role, best) ? role : best), 'none');
