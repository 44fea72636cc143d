/** A volume as one caller sees it: projection, country, list or single form, and who asks. */
import type { Static } from '#lib/api/schema';
import { oneLine } from '#lib/api/text/one-line';
import { replaceTags } from '#lib/api/text/replace-tags';
import { SHELF } from '#lib/books/model/bookshelf';
import { representationTag } from '#lib/books/model/ids';
import type { LibraryEntry } from '#lib/books/model/library';
import {
  type Dimensions,
  isFree,
  isPreorder,
  type Price,
  type Rights,
  rightsIn,
  saleabilityOf,
  UNDETERMINED,
  viewabilityOf,
  type Volume,
} from '#lib/books/model/volume';
import type { VolumeResource } from '#lib/books/resources/volume';
import type { WriteSnippet } from '#lib/books/search/snippet';

export type VolumeRepresentation = Static<typeof VolumeResource>;
type Part<K extends keyof VolumeRepresentation> = NonNullable<VolumeRepresentation[K]>;

export interface View {
  readonly projection: 'FULL' | 'LITE';
  /** `single` is what `volumes.get` gives; lists give less of each volume. */
  readonly form: 'single' | 'list';
  readonly country: string;
  readonly rootUrl: string;
  readonly today: string;
  /** Present when a user asks; without an entry the user never touched the volume. */
  readonly user?: { readonly entry: LibraryEntry | undefined } | undefined;
  readonly withSeries?: boolean;
  /** Present in a search: writes the passage of a description that shows why the volume was found. */
  readonly writeSnippet?: WriteSnippet | undefined;
}

const BLOCK = /^<(?:br|\/?p|\/?div|\/?li)\b/i;

const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Removes tags, turns ends of blocks into spaces, decodes the few named entities. */
export const plainText = (html: string): string =>
  oneLine(
    replaceTags(html, (tag) => (BLOCK.test(tag) ? ' ' : '')).replace(
      /&(?:nbsp|lt|gt|quot|#39|amp);/g,
      (entity) => ENTITIES[entity] ?? entity,
    ),
  );

/** The first word of the path is what lists show. */
const shortCategories = (categories: readonly string[]): string[] =>
  categories.slice(0, 1).map((path) => path.split(' / ')[0] ?? path);

/** Leaves out what has no value, as the wire does. */
function present<T extends object>(fields: T): T {
  const given = {} as T;
  for (const name in fields) if (fields[name] !== undefined) given[name] = fields[name];
  return given;
}

const nonEmpty = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined);

function imageLinks({ coverUrl }: Volume, { form }: View): Part<'volumeInfo'>['imageLinks'] {
  if (coverUrl === undefined) return undefined;
  const sized = (size: string): string => coverUrl.replaceAll('{size}', size);
  const thumbnails = { smallThumbnail: sized('S'), thumbnail: sized('M') };
  const isOneSize = !coverUrl.includes('{size}');
  return form === 'list' || isOneSize
    ? thumbnails
    : { ...thumbnails, small: sized('M'), medium: sized('L'), large: sized('L') };
}

function seriesInfo({ series, title, isComic }: Volume, { withSeries }: View): Part<'volumeInfo'>['seriesInfo'] {
  if (series === undefined || !(isComic || withSeries === true)) return undefined;
  const orderNumber = Number.parseInt(series.number ?? '', 10);
  return present({
    kind: 'books#volume_series_info',
    bookDisplayNumber: series.number,
    shortSeriesBookTitle: title,
    volumeSeries: [
      present({
        seriesId: series.title,
        seriesBookType: 'SINGLE_ISSUE',
        orderNumber: Number.isNaN(orderNumber) ? undefined : orderNumber,
      }),
    ],
  });
}

/** Ratings are shown in halves. */
const halves = (rating: number | undefined): number | undefined =>
  rating === undefined ? undefined : Math.round(rating * 2) / 2;

/** Attributes that are maps have no order of their own, and the tag must not depend on it. */
const identifiersOf = ({ identifiers }: Volume) => identifiers.map(({ type, identifier }) => ({ type, identifier }));
const dimensionsOf = ({ height, width, thickness }: Dimensions) => present({ height, width, thickness });
const priceOf = ({ amount, currencyCode }: Price): Price => ({ amount, currencyCode });

/** Lists show text; single volumes show what the catalogue has, which may be HTML. */
const descriptionOf = ({ description }: Volume, { form }: View): string | undefined =>
  description === undefined || form === 'single' ? description : plainText(description);

function volumeInfo(volume: Volume, view: View, selfLink: string, description: string | undefined): Part<'volumeInfo'> {
  const isSingle = view.form === 'single';
  const lite = {
    title: volume.part === undefined ? volume.title : `${volume.title}. ${volume.part}`,
    subtitle: volume.subtitle,
    authors: nonEmpty(volume.authors),
    publisher: volume.publisher,
    publishedDate: volume.publishedDate,
    description,
    contentVersion: 'preview-1.0.0',
    imageLinks: imageLinks(volume, view),
    infoLink: selfLink,
    canonicalVolumeLink: selfLink,
  };
  if (view.projection === 'LITE') return present(lite);
  const isRated = (volume.ratingsCount ?? 0) > 0;
  return present({
    ...lite,
    industryIdentifiers: nonEmpty(identifiersOf(volume)),
    readingModes: { text: volume.epubUrl !== undefined, image: volume.pdfUrl !== undefined },
    pageCount: volume.pageCount,
    printedPageCount: isSingle ? volume.pageCount : undefined,
    dimensions: isSingle ? volume.dimensions && dimensionsOf(volume.dimensions) : undefined,
    printType: volume.printType,
    categories: nonEmpty(isSingle ? volume.categories : shortCategories(volume.categories)),
    averageRating: isRated ? halves(volume.averageRating) : undefined,
    ratingsCount: isRated ? volume.ratingsCount : undefined,
    maturityRating: volume.isMature ? 'MATURE' : 'NOT_MATURE',
    allowAnonLogging: false,
    panelizationSummary: { containsEpubBubbles: false, containsImageBubbles: false },
    comicsContent: volume.isComic ? true : undefined,
    language: volume.language ?? UNDETERMINED,
    previewLink: volume.previewUrl ?? selfLink,
    seriesInfo: seriesInfo(volume, view),
  });
}

const micros = ({ amount, currencyCode }: Price) => ({ amountInMicros: Math.round(amount * 1_000_000), currencyCode });

function saleInfo(volume: Volume, rights: Rights, view: View, selfLink: string): Part<'saleInfo'> {
  const saleability = saleabilityOf(volume, rights, view.today);
  const isPriced = saleability === 'FOR_SALE' || saleability === 'FOR_PREORDER';
  const [ofList, ofShop] = isPriced ? [rights.listPrice, rights.retailPrice] : [];
  const [listPrice, retailPrice] = [ofList ?? ofShop, ofShop ?? ofList].map((price) => price && priceOf(price));
  const lite = {
    country: view.country,
    listPrice,
    retailPrice,
    buyLink: saleability === 'NOT_FOR_SALE' ? undefined : selfLink,
  };
  if (view.projection === 'LITE') return present(lite);
  return present({
    ...lite,
    saleability,
    isEbook: rights.isEbook,
    onSaleDate: saleability === 'FOR_PREORDER' ? volume.onSaleDate : undefined,
    offers: listPrice &&
      retailPrice && [
        { finskyOfferType: 1, listPrice: micros(listPrice), retailPrice: micros(retailPrice), giftable: true },
      ],
  });
}

const isAcquired = (view: View): boolean => view.user?.entry?.acquiredTime !== undefined;

function accessViewStatus(rights: Rights, view: View, volume: Volume): string {
  if (rights.isPublicDomain) return 'FULL_PUBLIC_DOMAIN';
  if (isAcquired(view) && !isPreorder(volume, view.today)) return 'FULL_PURCHASED';
  return { ALL_PAGES: 'SAMPLE', PARTIAL: 'SAMPLE', NO_PAGES: 'NONE', UNKNOWN: 'NONE' }[rights.viewability];
}

function accessInfo(volume: Volume, rights: Rights, view: View, selfLink: string): Part<'accessInfo'> {
  const mayDownload = isFree(rights) || rights.isPublicDomain || isAcquired(view);
  const download = (url: string | undefined) =>
    present({ isAvailable: url !== undefined, downloadLink: mayDownload ? url : undefined });
  const viewability = viewabilityOf(rights);
  const lite = {
    country: view.country,
    epub: download(volume.epubUrl),
    pdf: download(volume.pdfUrl),
    accessViewStatus: accessViewStatus(rights, view, volume),
  };
  if (view.projection === 'LITE') return lite;
  return {
    ...lite,
    viewability,
    embeddable: viewability === 'PARTIAL' || viewability === 'ALL_PAGES',
    publicDomain: rights.isPublicDomain,
    textToSpeechPermission: 'ALLOWED',
    webReaderLink: volume.previewUrl ?? selfLink,
    quoteSharingAllowed: false,
  };
}

function userInfo(volume: Volume, entry: LibraryEntry | undefined, view: View): Part<'userInfo'> {
  const isOrderedAhead = isAcquired(view) && isPreorder(volume, view.today);
  const lite = { isPurchased: isAcquired(view) && !isOrderedAhead, isPreordered: isOrderedAhead };
  if (view.projection === 'LITE') return lite;
  return present({
    ...lite,
    isInMyBooks: entry?.shelves.includes(SHELF.myEbooks) ?? false,
    isUploaded: entry?.isUploaded ?? false,
    updated: entry?.updated,
  });
}

export function represent(volume: Volume, view: View): VolumeRepresentation {
  const selfLink = `${view.rootUrl}books/v1/volumes/${volume.id}`;
  const rights = rightsIn(volume, view.country);
  const description = descriptionOf(volume, view);
  const textSnippet = view.writeSnippet?.(description ?? '');
  const content = present({
    kind: 'books#volume',
    id: volume.id,
    selfLink,
    volumeInfo: volumeInfo(volume, view, selfLink, description),
    saleInfo: saleInfo(volume, rights, view, selfLink),
    accessInfo: accessInfo(volume, rights, view, selfLink),
    searchInfo: textSnippet === undefined ? undefined : { textSnippet },
    userInfo: view.user && userInfo(volume, view.user.entry, view),
  });
  const { kind, id, ...rest } = content;
  return { kind, id, etag: representationTag(content), ...rest };
}
