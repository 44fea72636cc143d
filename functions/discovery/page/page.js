/** Draws the operations from the OpenAPI document of this host. */
import { withCurrentDates } from './current-dates.js';
import { groupNames } from './group-names.js';
import { labels } from './labels.js';
import { operationSearch } from './operation-search.js';
import { operationSnippets } from './operation-snippets.js';
import { offerLaptopSignIn } from './laptop-sign-in.js';

const { SwaggerUIBundle, document, location } = globalThis;

// The component's colours follow a class; those of the page follow the reader's choice by themselves.
const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');
const followChoice = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followChoice);
followChoice();

const WIDEST_SCOPES = ['calendar', 'books', 'doubleclicksearch'].map((name) => `https://www.googleapis.com/auth/${name}`);

const response = await globalThis.fetch('/openapi.json');
const spec = JSON.parse(withCurrentDates(await response.text()));

const systemParameters = new Set(
  Object.entries(spec.components.parameters)
    .filter(([, parameter]) => parameter['x-system'])
    .map(([key]) => `#/components/parameters/${key}`),
);

const wordsOf = ({ $ref }) => ({ description: spec.components.responses[$ref.split('/').at(-1)].description });

// Said once at the top of the page instead of sixty times below: parameters of every operation, the form of errors.
for (const path of Object.values(spec.paths)) {
  for (const operation of Object.values(path)) {
    operation.parameters = operation.parameters.filter(({ $ref }) => !systemParameters.has($ref));
    for (const [status, answer] of Object.entries(operation.responses))
      if (answer.$ref !== undefined) operation.responses[status] = wordsOf(answer);
  }
}
spec.servers = [{ url: location.origin }];
// The component draws 3.0 in half the time, and nothing that it shows of ours is new in 3.1.
spec.openapi = '3.0.4';

/** Where this host signs people in itself, the button does: nobody has to paste a token. */
async function offerSignIn() {
  const answer = await globalThis.fetch('/.well-known/openid-configuration');
  if (!answer.ok) return false;
  const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = await answer.json();
  const scopes = Object.fromEntries(WIDEST_SCOPES.map((scope) => [scope, '']));
  spec.components.securitySchemes.signIn = {
    type: 'oauth2',
    description: 'Opens a page on which you choose who you are and what this page may do.',
    flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes } },
  };
  for (const path of Object.values(spec.paths)) {
    for (const operation of Object.values(path)) operation.security?.push({ signIn: [] });
  }
  return true;
}

const isOffered = await offerSignIn();
const search = operationSearch();

const ui = SwaggerUIBundle({
  spec,
  dom_id: '#operation-list',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [search.plugin, operationSnippets, groupNames, labels],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelRendering: 'model',
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
  validatorUrl: null,
  oauth2RedirectUrl: `${location.origin}/oauth2-redirect.html`,
});

if (isOffered)
  ui.initOAuth({
    clientId: 'almanac-documentation',
    scopes: WIDEST_SCOPES,
    usePkceWithAuthorizationCodeGrant: true,
  });

search.listen(ui, document.querySelector('#search'), document.querySelector('#found'));
offerLaptopSignIn(ui, spec);

document.querySelector('#authorize').addEventListener('click', () => {
  ui.authActions.showDefinitions(ui.authSelectors.definitionsToAuthorize());
});

for (const link of document.querySelectorAll('[data-first-group]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    // The component scrolls to where links point by itself, after us.
    event.stopPropagation();
    search.clear();
    document.querySelector(`.opblock-tag[data-tag="${link.dataset.firstGroup}"]`)?.scrollIntoView();
  });
}

// Guides lead to operations, which the component opens only when the page is loaded.
for (const link of document.querySelectorAll('#guides a[href^="#/"]')) {
  link.addEventListener('click', () => {
    search.clear();
    ui.layoutActions.parseDeepLinkHash(link.hash);
  });
}
