/** Who is in the sample data. */

export const ALICE = 'alice@example.com';
export const BOB = 'bob@example.com';
