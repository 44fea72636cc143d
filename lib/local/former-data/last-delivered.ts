type Checkpoints = Readonly<Record<string, string>>;

/**
 * The sequence number of the last change that a function processed, from `streams.json`, which has a checkpoint for
 * each function, stream and shard. A child shard is read after its parent, so the highest number is the last.
 */
export function lastDelivered(checkpoints: Checkpoints, functionName: string, streamArn: string): string | undefined {
  return Object.entries(checkpoints)
    .filter(([key]) => key.startsWith(`${functionName} ${streamArn} `))
    .map(([, sequenceNumber]) => sequenceNumber)
    .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    .at(-1);
}
