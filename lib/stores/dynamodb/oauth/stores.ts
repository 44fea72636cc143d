/** The authorization server's table. Ids of what is secret are hashes: nothing in it can be used to sign in. */
import type { OAuthStores } from '#lib/oauth/stores';
import { dynamoAttempts } from './attempts.ts';
import { dynamoListedRecords, dynamoRecords, type RecordTable } from './records.ts';

export const dynamoOAuthStores = (table: RecordTable): OAuthStores => ({
  clients: dynamoListedRecords(table, 'CLIENT'),
  people: dynamoListedRecords(table, 'PERSON'),
  keys: dynamoListedRecords(table, 'SIGNINGKEY'),
  sessions: dynamoRecords(table, 'SESSION'),
  consentRequests: dynamoRecords(table, 'CONSENT'),
  grants: dynamoRecords(table, 'GRANT'),
  codes: dynamoRecords(table, 'CODE'),
  refreshTokens: dynamoRecords(table, 'REFRESH'),
  devices: dynamoRecords(table, 'DEVICE'),
  userCodes: dynamoRecords(table, 'USERCODE'),
  attempts: dynamoAttempts(table.db, table.table),
});
