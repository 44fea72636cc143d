/** What a search index holds of one volume, whichever engine keeps it. */
import { identifierKeys } from '#lib/books/model/identifiers';
import { dayNumber, facetsOf, type Volume } from '#lib/books/model/volume';
import { COLUMNS, identifierTerm } from '#lib/books/search/expression';
import { fieldText, joinedTitleKey } from '#lib/books/search/words';
import { plainText } from '#lib/books/volumes/representation';

/** Many ratings and a complete record count for much, a recent date for a little. */
function qualityOf({ ratingsCount = 0, coverUrl, description, publishedDate }: Volume): number {
  const popularity = Math.min(1, Math.log10(1 + ratingsCount) / 5);
  const year = Number(publishedDate?.slice(0, 4) ?? 0);
  const recency = Math.max(0, Math.min(1, (year - 1800) / 250));
  const completeness = [coverUrl, description, publishedDate].filter((field) => field !== undefined).length / 3;
  return 0.5 * popularity + 0.4 * completeness + 0.1 * recency;
}

function countryFacets(volume: Volume): string | null {
  const countries = Object.entries(volume.rightsByCountry ?? {});
  return countries.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(countries.map(([country, rights]) => [country, facetsOf(volume, rights)])));
}

export interface IndexedVolume {
  /** One text for each of `COLUMNS`. */
  readonly texts: readonly string[];
  readonly words: readonly string[];
  /** 0 to 1: what is known of the volume before anybody asks. */
  readonly quality: number;
  readonly row: Readonly<Record<string, string | number | null>>;
}

export function indexedVolume(volume: Volume): IndexedVolume {
  const fields = {
    title: fieldText([volume.title]),
    subtitle: fieldText([volume.subtitle ?? '', volume.part ?? '']),
    authors: fieldText(volume.authors, { areNames: true }),
    series: fieldText([`${volume.series?.title ?? ''} ${volume.series?.number ?? ''}`]),
    publisher: fieldText([volume.publisher ?? '']),
    categories: fieldText([...volume.categories, ...(volume.subjects ?? [])]),
    description: fieldText([plainText(volume.description ?? '')]),
    alternates: fieldText(volume.alternates ?? []),
  };
  const identifiers = identifierKeys(volume.identifiers).map(identifierTerm).join(' ');
  const title = fields.title.first;
  const quality = qualityOf(volume);
  return {
    texts: COLUMNS.map((column) => (column === 'identifiers' ? identifiers : fields[column].text)),
    quality,
    words: Object.values(fields).flatMap(({ words }) => words),
    row: {
      id: volume.id,
      facets: facetsOf(volume, volume.rights),
      country_facets: countryFacets(volume),
      language: volume.language?.toLowerCase() ?? null,
      published: dayNumber(volume.publishedDate),
      // The date, and within it the quality: one number to sort by.
      newness: dayNumber(volume.publishedDate) * 1000 + Math.round(quality * 999),
      on_sale: dayNumber(volume.onSaleDate),
      quality,
      work_key: volume.workKey,
      title_key: joinedTitleKey(title),
      title: title.join(' '),
      names: [fields.title, fields.authors, fields.subtitle, fields.series, fields.alternates]
        .flatMap(({ words }) => words)
        .slice(title.length)
        .join(' '),
    },
  };
}
