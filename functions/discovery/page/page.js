/** Draws the operations from the OpenAPI document of this host. */
const { SwaggerUIBundle, document, location } = globalThis;

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

SwaggerUIBundle({
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
});

for (const link of document.querySelectorAll('[data-first-group]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    // The component scrolls to where links point by itself, after us.
    event.stopPropagation();
    document.querySelector(`.opblock-tag[data-tag="${link.dataset.firstGroup}"]`)?.scrollIntoView();
  });
}
