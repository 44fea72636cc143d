/** Whether a client with this `Accept-Encoding` reads gzip; `q=0` refuses a coding. */
export const acceptsGzip = (accepted: string): boolean =>
  /(?:^|[\s,])gzip(?![\w-])(?!\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
