/** The filters of a search, besides its text. */
import { FACET, facetsOf, isPreorder, rightsIn, UNDETERMINED, type Volume } from '#lib/books/model/volume';

export interface SearchFilters {
  /** Facet bits that must be set, and that must not be. */
  readonly required: number;
  readonly forbidden: number;
  readonly language?: string | undefined;
  readonly country: string;
  /** `YYYY-MM-DD`; volumes on sale later are pre-orders. */
  readonly today: string;
  readonly showPreorders: boolean;
  /** Only these volumes. */
  readonly within?: readonly string[] | undefined;
}

export interface FilterParameters {
  readonly filter?: 'FILTER_UNDEFINED' | 'ebooks' | 'free-ebooks' | 'full' | 'paid-ebooks' | 'partial' | undefined;
  readonly download?: 'DOWNLOAD_UNDEFINED' | 'EPUB' | undefined;
  readonly printType?: string | undefined;
  readonly maxAllowedMaturityRating?: string | undefined;
  readonly langRestrict?: string | undefined;
  readonly showPreorders: boolean;
}

const FACET_OF_FILTER = {
  FILTER_UNDEFINED: 0,
  ebooks: FACET.ebook,
  'free-ebooks': FACET.freeEbook,
  full: FACET.full,
  'paid-ebooks': FACET.paidEbook,
  partial: FACET.partial,
} as const;

export const searchFilters = (
  parameters: FilterParameters,
  country: string,
  today: string,
  within?: readonly string[],
): SearchFilters => ({
  required:
    FACET_OF_FILTER[parameters.filter ?? 'FILTER_UNDEFINED'] |
    (parameters.download === 'EPUB' ? FACET.epub : 0) |
    (parameters.printType === 'MAGAZINES' ? FACET.magazine : 0),
  forbidden:
    (parameters.printType === 'BOOKS' ? FACET.magazine : 0) |
    (parameters.maxAllowedMaturityRating === 'not-mature' ? FACET.mature : 0),
  language: parameters.langRestrict,
  country,
  today,
  showPreorders: parameters.showPreorders,
  within,
});

/** `pt` takes in `pt-BR`; `pt-BR` only itself. */
const isLanguage = (language: string | undefined, wanted: string): boolean => {
  const [actual, sought] = [(language ?? UNDETERMINED).toLowerCase(), wanted.toLowerCase()];
  return actual === sought || actual.split('-')[0] === sought;
};

/** The same test as the index makes, for a volume that was found without it. */
export function passes(volume: Volume, filters: SearchFilters): boolean {
  const facets = facetsOf(volume, rightsIn(volume, filters.country));
  return (
    (facets & filters.required) === filters.required &&
    (facets & filters.forbidden) === 0 &&
    (filters.language === undefined || isLanguage(volume.language, filters.language)) &&
    (filters.showPreorders || !isPreorder(volume, filters.today)) &&
    (filters.within?.includes(volume.id) ?? true)
  );
}
