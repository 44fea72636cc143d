import { asFunction } from '#lib/local/lambda/iam/enforce';

/**
 * A handler that is called without a gateway, stream or schedule: it may do what the role of its function allows, and
 * no more.
 */
export const underRole =
  <Given extends unknown[], Result>(functionName: string, handler: (...given: Given) => Result) =>
  (...given: Given): Result =>
    asFunction(functionName, () => handler(...given));
