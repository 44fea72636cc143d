import { badRequest, unauthorized } from '#lib/api/errors';
import { oneOf, optional, string, withDefault } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { country, maxResults, projection, showPreorders, source, startIndex } from '#lib/books/parameters';
import { VolumesResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery, textsOf } from '#lib/books/search/query';
import { requireShortQuery } from '#lib/books/shelves/shelf-contents';
import { searchCatalogue } from '#lib/books/volumes/catalogue-search';
import { languageOf, viewContextOf, userIdOf } from '#lib/books/volumes/viewer';
import { volumePage } from '#lib/books/volumes/volume-page';

const MISSING_QUERY = { reason: 'queryRequired', message: 'Missing query.' };
const NOT_GIVEN = 'As if not given.';

/** Values that end in `_UNDEFINED` mean the default, or absent if there is none. */
export const volumesList = defineOperation({
  id: 'books.volumes.list',
  summary: 'Searches the catalogue.',
  route: 'GET /books/v1/volumes',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: {},
  query: {
    q: string('What to look for: words, "phrases", -exclusions and fields such as `intitle:` or `isbn:`.', {
      whenMissing: MISSING_QUERY,
    }),
    country,
    download: optional(
      oneOf(
        'Keep volumes that can be downloaded in this form.',
        { DOWNLOAD_UNDEFINED: NOT_GIVEN, EPUB: 'As EPUB.' },
        { anyCase: true },
      ),
    ),
    filter: optional(
      oneOf(
        'Keep volumes by what may be read and bought.',
        {
          FILTER_UNDEFINED: NOT_GIVEN,
          ebooks: 'Electronic books.',
          'free-ebooks': 'Electronic books that cost nothing.',
          full: 'The whole text can be read.',
          'paid-ebooks': 'Electronic books with a price.',
          partial: 'At least a part of the text can be read.',
        },
        { anyCase: true },
      ),
    ),
    langRestrict: optional(string('Keep volumes in this language, an ISO 639-1 code.')),
    libraryRestrict: withDefault(
      oneOf(
        "Whether to look on the caller's shelves only.",
        {
          LIBRARY_RESTRICT_UNDEFINED: NOT_GIVEN,
          'my-library': 'On any shelf of the caller.',
          'no-restrict': 'In the whole catalogue.',
        },
        { anyCase: true, aliases: { LIBRARY_RESTRICT_UNDEFINED: 'no-restrict' } },
      ),
      'no-restrict',
    ),
    maxAllowedMaturityRating: withDefault(
      oneOf(
        'How mature the content may be.',
        {
          MAX_ALLOWED_MATURITY_RATING_UNDEFINED: NOT_GIVEN,
          MATURE: 'Anything.',
          'not-mature': 'Only what suits everybody.',
        },
        { anyCase: true, aliases: { MAX_ALLOWED_MATURITY_RATING_UNDEFINED: 'MATURE' } },
      ),
      'MATURE',
    ),
    maxResults: maxResults({ maximum: 40 }),
    orderBy: withDefault(
      oneOf(
        'What comes first.',
        { ORDER_BY_UNDEFINED: NOT_GIVEN, newest: 'The latest publication.', relevance: 'The best match.' },
        { anyCase: true, aliases: { ORDER_BY_UNDEFINED: 'relevance' } },
      ),
      'relevance',
    ),
    partner: optional(string('Partner whose volumes and branding to return.')),
    printType: withDefault(
      oneOf(
        'Which kind of publication.',
        { PRINT_TYPE_UNDEFINED: NOT_GIVEN, ALL: 'Both kinds.', BOOKS: 'Books.', MAGAZINES: 'Magazines.' },
        { anyCase: true, aliases: { PRINT_TYPE_UNDEFINED: 'ALL' } },
      ),
      'ALL',
    ),
    projection,
    showPreorders,
    source,
    startIndex,
  },
  returns: VolumesResource,

  async run({ query }, context) {
    const { stores, caller, clock, request } = context;
    if (query.q.trim() === '') throw badRequest(MISSING_QUERY.reason, MISSING_QUERY.message, { parameter: 'q' });
    const looking = viewContextOf(context, query);
    const userId = await userIdOf(caller, stores, clock);
    const isMyLibrary = query.libraryRestrict === 'my-library';
    if (isMyLibrary && userId === undefined)
      throw unauthorized('required', 'Login Required', { header: 'Authorization' });

    const within = isMyLibrary && userId !== undefined ? await stores.library.volumesOnShelves(userId) : undefined;
    const parsed = parseQuery(requireShortQuery(query.q));
    const result = await searchCatalogue(stores, {
      query: parsed,
      filters: searchFilters(query, looking.country, looking.today, within),
      orderBy: query.orderBy === 'newest' ? 'newest' : 'relevance',
      startIndex: query.startIndex,
      maxResults: query.maxResults,
      language: languageOf(request.headers),
    });
    return volumePage({ ...result, searched: textsOf(parsed) }, looking, userId, stores);
  },
});
