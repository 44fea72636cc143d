/**
 * Takes the place of the SDK's cache of discovered endpoints in the bundles: discovery is off, so it is made and never
 * asked.
 */
export function EndpointCache(): void {
  // Called with `new`.
}
