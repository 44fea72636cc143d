import { CONSENT_PATH } from '#lib/oauth/consent/consent-page';
import { decide } from '#lib/oauth/consent/decide';
import { errorPage } from '#lib/oauth/consent/page';
import { defineEndpoint } from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';

export const consent = defineEndpoint({
  id: 'oauth.consent',
  summary: 'Receives the answer of the person who was asked.',
  routes: [`POST ${CONSENT_PATH}`],
  run: (request, dependencies) =>
    decide(request, dependencies).catch((error: unknown) => {
      if (error instanceof OAuthError) return errorPage(error.code, error.message, error.status);
      throw error;
    }),
});
