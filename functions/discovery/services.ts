/** The services that share a host, in documentation order. */
import { adsDescription } from '#lib/ads/description';
import type { ServiceDescription } from '#lib/api/service';
import { booksDescription } from '#lib/books/description';
import { calendarDescription } from '#lib/calendar/description';

export const services: readonly ServiceDescription[] = [calendarDescription, booksDescription, adsDescription];
