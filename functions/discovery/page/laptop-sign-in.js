/** On a laptop the local stack issues tokens to anyone: the page signs in by itself and shows the command that does. */
const { document } = globalThis;

const TOKENS = '/_almanac/tokens';
const DAY_SECONDS = 86_400;
const COMMAND = 'npm run --silent token -- alice@example.com';

async function tokenFor(email) {
  const answer = await globalThis.fetch(TOKENS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, ttlSeconds: DAY_SECONDS }),
  });
  const { token, error } = await answer.json();
  if (token === undefined) throw new Error(error.message);
  return token;
}

export function offerLaptopSignIn(ui, spec) {
  if (spec.paths[TOKENS] === undefined) return;
  const form = document.querySelector('#sign-in');
  const said = form.querySelector('output');
  form.hidden = false;
  for (const text of document.querySelectorAll('.elsewhere')) text.hidden = true;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const email = form.elements.email.value;
    try {
      const value = await tokenFor(email);
      const schema = ui.specSelectors.securityDefinitions().get('token');
      ui.authActions.authorizeWithPersistOption({ token: { name: 'token', value, schema } });
      said.textContent = `Signed in as ${email}, for a day.`;
    } catch (error) {
      said.textContent = error.message;
    }
  });
  const command = spec.info['x-token-command'];
  if (command === undefined) return;
  for (const code of document.querySelectorAll('.command code')) code.textContent = code.textContent.replace(COMMAND, command);
}
