/**
 * The form of a seed file, in the vocabulary of requests: its parts are bodies that clients send, and one declaration is
 * checked, published in OpenAPI and printed as JSON Schema.
 */
import type { Column } from '#lib/ads/import/column';
import { KINDS } from '#lib/ads/import/kinds';
import { ConversionResource } from '#lib/ads/resources/conversion';
import {
  any,
  array,
  as,
  boolean,
  integer,
  number,
  object,
  oneOf,
  record,
  resource,
  string,
  type Fields,
  type Schema,
  type Static,
} from '#lib/api/schema';
import { SHELF } from '#lib/books/model/bookshelf';
import type { RawIdentifiers } from '#lib/books/model/identifiers';
import type { Price, Series } from '#lib/books/model/volume';
import { LabelPropertiesResource } from '#lib/calendar/resources/calendar';
import { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import type { Client } from '#lib/oauth/model/client';
import { SeedEvent } from './event-schema.ts';
import { NEEDED } from './problem.ts';

const details = {
  description: string('What it is for.'),
  location: string('Where it belongs.'),
  timeZone: string('IANA name of its zone; `UTC` when left out.'),
  labelProperties: as(LabelPropertiesResource, 'Its event labels.'),
  rules: record('Roles, by `user:ADDRESS`, `group:ADDRESS`, `domain:NAME` or `default`.', string('The role.')),
  events: array('Its events.', SeedEvent),
};

const { kind: _entryKind, ...entryFields } = CalendarListEntryResource.properties ?? {};
export type SeedEntry = CalendarListEntryResource;
const SeedEntry: Schema<SeedEntry> = {
  type: 'object',
  id: 'SeedEntry',
  description: 'A calendar on the list of a user, with its colour and reminders.',
  properties: { ...entryFields, id: string('Id of the calendar.', NEEDED) },
};

const SeedShelf = resource('SeedShelf', 'A bookshelf of a user.', {
  shelf: string(`${Object.keys(SHELF).join(', ')}, or the number of another shelf, from 1001.`, NEEDED),
  title: string('Of a shelf of their own.'),
  description: string('Of a shelf of their own.'),
  access: oneOf('Of a shelf of their own.', { PUBLIC: 'Everybody sees it.', PRIVATE: 'Only its owner.' }),
  volumes: array('What stands on it, in this order.', string('Id of a volume, here or in the catalogue.')),
});

const SeedPurchase = resource('SeedPurchase', 'A volume that a user has bought.', {
  volume: string('Id of a volume, here or in the catalogue.', NEEDED),
  time: string('When, such as `-1w`; now when left out.'),
});

const SeedUser = resource('SeedUser', 'Somebody with a main calendar, a calendar list and bookshelves.', {
  email: string('Address.', NEEDED),
  settings: record('Settings of the calendar, by name.', string('The value.', { coerce: true })),
  summary: string('Title of the main calendar.'),
  ...details,
  calendarList: array('Other calendars on their list, and how theirs are set up.', SeedEntry),
  shelves: array('Their bookshelves.', SeedShelf),
  purchases: array('What they have bought; it stands on their shelves of purchases, too.', SeedPurchase),
  ratings: record('Their ratings, by the id of a volume.', number('From 1 to 5.')),
});

const SeedCalendar = resource('SeedCalendar', 'A calendar besides the main ones.', {
  id: string('Any word; an id without @ ends in `@group.calendar.google.com`.', NEEDED),
  owner: string('Address of its owner.', NEEDED),
  summary: string('Title.', NEEDED),
  ...details,
});

/** An object of which the check has seen that all needed fields are there. */
const checked = <T>(description: string, properties: Fields): Schema<T> => ({
  type: 'object',
  description,
  properties,
});

const price = (description: string) =>
  checked<Price>(description, { amount: number('How much.', NEEDED), currencyCode: string('Three letters.', NEEDED) });
const texts = (description: string) => array(description, string('One of them.'));

const SeedVolume = resource('SeedVolume', 'A volume of the catalogue.', {
  id: string('Any word, by which shelves name it.', NEEDED),
  revision: string("The source's own revision or time of change."),
  title: string('Title.', NEEDED),
  subtitle: string('Subtitle.'),
  part: string('Number and name of the part.'),
  alternates: texts('Other forms of titles and names; found, not shown.'),
  authors: texts('Authors.'),
  publisher: string('Publisher.'),
  date: string('`YYYY`, `YYYY-MM` or `YYYY-MM-DD`.'),
  description: string('Simple HTML.'),
  numbers: checked<RawIdentifiers>('Numbers that name it.', {
    isbn: texts('ISBNs, of ten or thirteen characters.'),
    issn: texts('ISSNs.'),
    lccn: texts('Numbers of the Library of Congress.'),
    oclc: texts('Numbers of WorldCat.'),
    other: texts('Others, such as `OXFORD:N10606956`.'),
  }),
  pageCount: integer('Number of pages.'),
  dimensions: object('Its size.', {
    height: string('Such as `24.00 cm`.'),
    width: string('Such as `24.00 cm`.'),
    thickness: string('Such as `24.00 cm`.'),
  }),
  isMagazine: boolean('Not a book.'),
  categories: texts('Paths such as `Fiction / Classics`.'),
  subjects: texts('Headings; found, not shown.'),
  language: string('Such as `en`.'),
  averageRating: number('1 to 5, together with `ratingsCount`.'),
  ratingsCount: integer('How many have rated it.'),
  isMature: boolean('For adults.'),
  isComic: boolean('A comic.'),
  coverUrl: string('An address; `{size}` in it stands for `S`, `M` or `L`.'),
  previewUrl: string('An address.'),
  epubUrl: string('An address.'),
  pdfUrl: string('An address.'),
  series: checked<Series>('The series it is of.', {
    title: string('Title.', NEEDED),
    number: string('Its number there.'),
  }),
  onSaleDate: string('Before this day it can be ordered in advance.'),
  workKey: string('Editions of one work share it.'),
  isEbook: boolean('Electronic.'),
  isPublicDomain: boolean('Free of copyright.'),
  viewability: oneOf('How much can be read.', {
    PARTIAL: 'Some pages.',
    ALL_PAGES: 'All pages.',
    NO_PAGES: 'None.',
    UNKNOWN: 'Nobody knows.',
  }),
  listPrice: price('Price of the publisher.'),
  retailPrice: price('Price here.'),
  country: string('The country that rights and prices are about; all when left out.'),
});

const SeedChannel = resource('SeedChannel', 'Sends messages about changes to a web address.', {
  id: string('1 to 64 characters.', NEEDED),
  user: string('Who opens it.', NEEDED),
  watch: oneOf('What it tells of; `events` when left out.', {
    events: 'Events of a calendar.',
    acl: 'Rules of a calendar.',
    calendarList: 'The list of the user.',
    settings: 'The settings of the user.',
  }),
  calendar: string('Id of the calendar; their main one when left out.'),
  address: string('Where the messages go.', NEEDED),
  token: string('Comes back with every message.'),
  expiration: string('When it ends, such as `+7d`.'),
});

const SeedClient = resource('SeedClient', 'A program that asks for tokens.', {
  id: string('Its client id.', NEEDED),
  type: oneOf('`installed` when left out.', {
    web: 'A site.',
    installed: 'A program on people’s machines.',
    'service-account': 'A program without people; its id is its address.',
  }),
  name: string('As people see it when they are asked.'),
  secret: string('Its client secret.'),
  secretHash: string('In place of the secret: its SHA-256, which is all that a stack keeps.'),
  redirectUris: texts('Where a site takes its codes.'),
  publicKey: checked<NonNullable<Client['publicKey']>>('Of a service account.', {
    kid: string('Its id.', NEEDED),
    jwk: record('As a JSON Web Key.', string('A value.')),
  }),
  delegatedScopes: texts('Scopes for which a service account may speak for people.'),
});

function columnSchema({ name, type, isRequired, oneOf: values }: Column): Schema {
  const needed = isRequired ? NEEDED : {};
  if (type === 'json') return any(`The column ${name}.`, needed);
  if (type === 'boolean') return boolean(`The column ${name}.`, needed);
  if (type === 'number') return number(`The column ${name}.`, needed);
  return { ...string(`The column ${name}.`, needed), ...(values !== undefined && { enum: values }) };
}

const advertising: Schema<Record<string, object[]>> = {
  type: 'object',
  description: 'Rows of the files that `npm run ads -- import` takes; days and moments may be counted from now.',
  properties: Object.fromEntries(
    KINDS.map(({ name, holds, columns }) => [
      name,
      array(`Each is ${holds}.`, {
        type: 'object',
        description: '',
        properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
      }),
    ]),
  ),
};

const {
  dsConversionId: _ds,
  conversionModifiedTimestamp: _modified,
  ...conversionFields
} = ConversionResource.properties ?? {};

/** `conversionTimestamp` may be counted from now, too. */
export const SeedConversion: Schema<Static<typeof ConversionResource>> = {
  type: 'object',
  id: 'SeedConversion',
  description: 'A conversion that a client uploaded.',
  properties: {
    ...conversionFields,
    conversionId: string('Chosen by the advertiser.', NEEDED),
    conversionTimestamp: string('When it happened: milliseconds since 1970, or `-1d 09:00`.', NEEDED),
  },
};

/** A report is made of facts and conversions, which are here, when somebody asks; its id and links hold for one stack. */
const SEED =
  'A world: users, calendars, volumes. What is there already stays. Reports are not in it: ask for them again.';

export const Seed = resource('Seed', SEED, {
  users: array('People; others are made where they are named.', SeedUser),
  calendars: array('Calendars besides the main ones.', SeedCalendar),
  groups: record('Members of groups, by the address of the group.', texts('Addresses of its members.')),
  volumes: array('Volumes of the catalogue.', SeedVolume),
  channels: array('Channels that are open.', SeedChannel),
  advertising,
  conversions: array('Conversions that clients uploaded.', SeedConversion),
  oauthClients: array('Programs that ask for tokens.', SeedClient),
});
export type SeedChannel = Static<typeof SeedChannel>;
export type Seed = Static<typeof Seed>;
export type SeedUser = Static<typeof SeedUser>;
export type SeedCalendar = Static<typeof SeedCalendar>;
export type SeedVolume = Static<typeof SeedVolume>;
export type SeedClient = Static<typeof SeedClient>;
export type SeedShelf = Static<typeof SeedShelf>;
