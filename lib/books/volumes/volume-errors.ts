import { type ApiError, notFound } from '#lib/api/errors';

export const volumeNotFound = (): ApiError => notFound('The volume ID could not be found.');
