/** Draws the operations from the OpenAPI document of this host. */
const { SwaggerUIBundle, document, location } = globalThis;

const WIDEST_SCOPES = ['calendar', 'books', 'doubleclicksearch'].map((name) => `https://www.googleapis.com/auth/${name}`);

const response = await globalThis.fetch('/openapi.json');
const spec = await response.json();

const systemParameters = new Set(
  Object.entries(spec.components.parameters)
    .filter(([, parameter]) => parameter['x-system'])
    .map(([key]) => `#/components/parameters/${key}`),
);

// Said once at the top of the page instead of sixty times below.
for (const path of Object.values(spec.paths)) {
  for (const operation of Object.values(path)) {
    operation.parameters = operation.parameters.filter(({ $ref }) => !systemParameters.has($ref));
  }
}
spec.servers = [{ url: location.origin }];

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

const ui = SwaggerUIBundle({
  spec,
  dom_id: '#operations',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelRendering: 'model',
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  oauth2RedirectUrl: `${location.origin}/oauth2-redirect.html`,
});

if (isOffered)
  ui.initOAuth({
    clientId: 'almanac-documentation',
    scopes: WIDEST_SCOPES,
    usePkceWithAuthorizationCodeGrant: true,
  });

for (const link of document.querySelectorAll('[data-first-group]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    // The component scrolls to where links point by itself, after us.
    event.stopPropagation();
    document.querySelector(`.opblock-tag[data-tag="${link.dataset.firstGroup}"]`)?.scrollIntoView();
  });
}
