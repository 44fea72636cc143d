type Checkpoints = Readonly<Record<string, string>>;

/**
 * The sequence number of the last change that a function is done with, out of the contents of `streams.json`: a
 * checkpoint for each function, stream and shard. A shard is read after the one that it came out of, so the highest
 * number is the last.
 */
export function lastHandedOver(checkpoints: Checkpoints, functionName: string, streamArn: string): string | undefined {
  return Object.entries(checkpoints)
    .filter(([key]) => key.startsWith(`${functionName} ${streamArn} `))
    .map(([, sequenceNumber]) => sequenceNumber)
    .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    .at(-1);
}
