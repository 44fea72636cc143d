/** One run of a function that no request began: what it logs carries Lambda's id of it. */
import { Meter, withMeter } from '#lib/api/process/meter';

type Arguments = readonly [event?: unknown, context?: unknown];

export const invocation =
  <A extends Arguments, T>(run: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> => {
    const context = args[1] as { readonly awsRequestId?: string } | undefined;
    return withMeter(new Meter(context?.awsRequestId), () => run(...args));
  };
