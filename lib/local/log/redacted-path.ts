/** A request's path without tokens and keys, safe to show on a screen. */

const SECRET_NAME = /token|key|secret|password|signature|credential|auth|code|state|nonce|assertion|login_hint/i;
/** Our own keys, signed tokens and secret addresses of calendars, wherever they occur. */
const SECRET_VALUE = /\balm_\w+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\/private-)[^/]+(?=\/basic\.ics)/g;
const MAX_CHARACTERS = 120;
const HIDDEN = '...';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function redactedParameter(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  return parameter.length > name.length && SECRET_NAME.test(decoded(name)) ? `${name}=${HIDDEN}` : parameter;
}

export function redactedPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  const parameters = query.join('?').split('&').map(redactedParameter).join('&');
  // Replaces control characters, which terminals would interpret.
  const text = (parameters === '' ? path : `${path}?${parameters}`)
    .replaceAll(/[^\x21-\x7e]/g, '?')
    .replaceAll(SECRET_VALUE, HIDDEN);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}${HIDDEN}` : text;
}
