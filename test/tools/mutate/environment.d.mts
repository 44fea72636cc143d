/** What jest gives it, as far as it is read. */
export default class TrialEnvironment {
  constructor(
    config: object,
    context: { readonly console: Console; readonly docblockPragmas: Readonly<Record<string, string>> },
  );
  teardown(): Promise<void>;
}
