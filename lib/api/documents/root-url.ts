/** The root URL in generated documents: a placeholder, for each request names the host that it came to. */
const PLACEHOLDER = 'https://almanac.invalid';

/** What the generator writes. */
export const ROOT_URL = `${PLACEHOLDER}/`;

/** A text in JSON with the root URL of a request, which comes from its headers and is therefore escaped. */
export const withRootUrl = (text: string, rootUrl: string): string => {
  const origin = JSON.stringify(rootUrl.replace(/\/$/, '')).slice(1, -1);
  return text.replaceAll(PLACEHOLDER, () => origin);
};
