/** The page that asks: who you are (on a laptop), and what a client may do. It works without scripts. */
import type { Answer } from '#lib/oauth/endpoint';
import { html, NOTHING, type Html } from '#lib/oauth/html';
import { isIdentity, wordsFor } from '#lib/oauth/scopes';
import { pageAnswer } from './page.ts';

export interface ConsentView {
  /** Secret of the stored request, which the answer has to bring along. */
  readonly secret: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly knownScopes: Readonly<Record<string, string>>;
  /** Who can be chosen; undefined where the person has signed in. */
  readonly people: readonly string[] | undefined;
  readonly email: string | undefined;
  readonly redirectUri: string | undefined;
}

export const CONSENT_PATH = '/o/oauth2/consent';

const personChoice = (email: string, isChosen: boolean): Html =>
  html`<label><input type="radio" name="person" value="${email}" ${isChosen ? CHOSEN : NOTHING} /> ${email}</label>`;

const CHOSEN = html`checked autofocus`;

const peopleChoice = (people: readonly string[], email: string | undefined): Html => {
  const chosen = email ?? people[0];
  return html`<fieldset>
    <legend>Who are you?</legend>
    ${people.map((person) => personChoice(person, person === chosen))}
    <label
      >Somebody else: <input type="email" name="address" autocomplete="off" placeholder="carol@example.com"
    /></label>
  </fieldset>`;
};

const scopeChoice = (scope: string, words: string): Html =>
  isIdentity(scope)
    ? html`<label><input type="checkbox" checked disabled /> ${words}</label>`
    : html`<label><input type="checkbox" name="scope" value="${scope}" checked /> ${words}</label>`;

export function consentPage(view: ConsentView, cookies: readonly string[]): Answer {
  const { secret, clientName, scopes, knownScopes, people, email, redirectUri } = view;
  const host = redirectUri === undefined ? undefined : new URL(redirectUri).host;
  return pageAnswer(
    `${clientName} asks for access`,
    html`<form method="post" action="${CONSENT_PATH}">
      <input type="hidden" name="request" value="${secret}" />
      ${people === undefined ? html`<p>You are <b>${email ?? ''}</b>.</p>` : peopleChoice(people, email)}
      <fieldset>
        <legend>${clientName} wants to</legend>
        ${scopes.map((scope) => scopeChoice(scope, wordsFor(scope, knownScopes)))}
      </fieldset>
      ${host === undefined || host === '' ? NOTHING : html`<p class="faint">The answer goes to ${host}.</p>`}
      <button class="main" name="decision" value="allow">Allow</button>
      <button name="decision" value="deny" formnovalidate>Cancel</button>
    </form>`,
    { cookies, ...(redirectUri !== undefined && { redirectUri }) },
  );
}
