/** The person's answer. It counts from the browser that was asked, once, within ten minutes. */
import { domainOf, foldAddress } from '#lib/api/text/address';
import { hashSecret } from '#lib/api/text/secrets';
import { findClient } from '#lib/oauth/clients/find-client';
import {
  parameterOf,
  requiredParameter,
  type Answer,
  type OAuthDependencies,
  type OAuthRequest,
} from '#lib/oauth/endpoint';
import { invalidRequest, OAuthError } from '#lib/oauth/errors';
import { html } from '#lib/oauth/html';
import type { Authorization, ConsentRequest } from '#lib/oauth/model/records';
import { isIdentity } from '#lib/oauth/scopes';
import { requireOwnHost } from '#lib/oauth/sign-in/own-host';
import { sessionOf, signIn } from '#lib/oauth/sign-in/session';
import { allow } from '#lib/oauth/tokens/allow';
import { refuse, sendCode } from './answer-client.ts';
import { pageAnswer } from './page.ts';

const MAX_ADDRESS_LENGTH = 255;
const denied = new OAuthError('access_denied', 'The person has not allowed it.');

/** Forms of other sites do not count, whatever cookies a browser sends along. */
function checkOrigin({ headers, rootUrl }: OAuthRequest): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isForeign =
    (origin !== undefined && `${origin}/` !== rootUrl) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (isForeign) throw new OAuthError('access_denied', 'This form was sent by another site.', 403);
}

/** Takes the stored question: the browser must be the one that was asked. */
export async function takeQuestion(
  secret: string,
  session: string,
  { stores }: OAuthDependencies,
): Promise<ConsentRequest> {
  const id = hashSecret(secret);
  const found = await stores.consentRequests.find(id);
  const isOwn = found?.value.session === session;
  if (found === undefined || !isOwn || !(await stores.consentRequests.remove(id)))
    throw invalidRequest('This page was answered already, or has expired. Start again.');
  return found.value;
}

/** On a laptop whom the form names, else who has signed in. */
function personIn(
  { form }: OAuthRequest,
  signedIn: string | undefined,
  { isWithoutPassword }: OAuthDependencies,
): string {
  const named = parameterOf(form, 'address') ?? parameterOf(form, 'person');
  const email = isWithoutPassword ? named?.trim() : signedIn;
  if (email === undefined || email.length > MAX_ADDRESS_LENGTH || domainOf(email) === undefined || /\s/.test(email))
    throw invalidRequest('Say who you are: an address such as carol@example.com.');
  return foldAddress(email);
}

async function answerDevice(
  id: string,
  decision: 'denied' | Authorization,
  { stores }: OAuthDependencies,
): Promise<Answer> {
  const device = await stores.devices.find(id);
  const isDecided =
    device !== undefined &&
    device.value.decision === undefined &&
    (await stores.devices.replace(device, { ...device.value, decision }, device.value.untilMs));
  if (!isDecided) throw invalidRequest('The device has stopped waiting. Start again there.');
  return pageAnswer('Done', html`<p>You can close this page and go back to your device.</p>`);
}

export async function decide(request: OAuthRequest, dependencies: OAuthDependencies): Promise<Answer> {
  requireOwnHost(request, dependencies);
  checkOrigin(request);
  const { form, rootUrl } = request;
  const session = await sessionOf(request, dependencies);
  const decision = requiredParameter(form, 'decision');
  const isAllowed = decision === 'allow';
  const person = isAllowed ? personIn(request, session.email, dependencies) : undefined;
  const {
    clientId,
    scopes: asked,
    target,
  } = await takeQuestion(requiredParameter(form, 'request'), session.id, dependencies);
  const chosen = new Set(form.getAll('scope'));
  const scopes = asked.filter((scope) => isIdentity(scope) || chosen.has(scope));
  const client = await findClient(clientId, rootUrl, dependencies);
  if (client === undefined) throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  if (person === undefined || scopes.length === 0)
    return target.kind === 'device' ? answerDevice(target.device, 'denied', dependencies) : refuse(target, denied);

  const [signedIn, grant] = await Promise.all([
    dependencies.isWithoutPassword ? signIn(person, request, dependencies) : session,
    allow({ email: person, clientId, scopes }, dependencies),
    dependencies.isWithoutPassword ? dependencies.stores.people.put(person, { email: person }) : undefined,
  ]);
  if (target.kind === 'redirect') return sendCode({ grant, scopes, target }, signedIn.cookies, dependencies);
  const answer = await answerDevice(
    target.device,
    { clientId, email: person, scopes, grantId: grant.id },
    dependencies,
  );
  return { ...answer, cookies: signedIn.cookies };
}
