/** The machine-readable cause of a refusal, in the shape of `google.rpc.ErrorInfo`, which newer clients read. */
export const errorInfo = (reason: string, metadata: Readonly<Record<string, string>>): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata,
});
