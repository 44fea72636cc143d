/** What the signer of Amazon's requests wants to know of one, beside its headers and body. */
export const requestParts = (method: string, url: URL, query: Readonly<Record<string, string>>) => ({
  method,
  protocol: url.protocol,
  hostname: url.hostname,
  ...(url.port !== '' && { port: Number(url.port) }),
  path: url.pathname,
  query: { ...query },
});
