/** A volume as the catalogue keeps it; what clients see is made from it by `representation.ts`. */
import type { Identifier } from './identifiers.ts';

export type Viewability = 'PARTIAL' | 'ALL_PAGES' | 'NO_PAGES' | 'UNKNOWN';

export interface Price {
  readonly amount: number;
  readonly currencyCode: string;
}

/** What may be done with a volume in one country. */
export interface Rights {
  readonly isEbook: boolean;
  readonly isPublicDomain: boolean;
  readonly viewability: Viewability;
  readonly listPrice?: Price | undefined;
  readonly retailPrice?: Price | undefined;
}

export interface Dimensions {
  readonly height?: string | undefined;
  readonly width?: string | undefined;
  readonly thickness?: string | undefined;
}

export interface Series {
  readonly title: string;
  readonly number?: string | undefined;
}

export interface Volume {
  readonly id: string;
  /** `source:key` of the record it came from. */
  readonly sourceKey: string;
  /** The source's own revision or time of change; records with a lower one are skipped. */
  readonly revision?: string | undefined;
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** Number and name of the part that the title is of: `Volume 2, The two towers`. */
  readonly part?: string | undefined;
  /** Other forms of titles and names, such as those in another script; found, not shown. */
  readonly alternates?: readonly string[] | undefined;
  readonly authors: readonly string[];
  readonly publisher?: string | undefined;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly publishedDate?: string | undefined;
  /** Simple HTML. */
  readonly description?: string | undefined;
  readonly identifiers: readonly Identifier[];
  readonly pageCount?: number | undefined;
  readonly dimensions?: Dimensions | undefined;
  readonly printType: 'BOOK' | 'MAGAZINE';
  /** Paths such as `Fiction / Classics`. */
  readonly categories: readonly string[];
  /** Headings of a library's catalogue; found, not shown. */
  readonly subjects?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly averageRating?: number | undefined;
  readonly ratingsCount?: number | undefined;
  readonly isMature: boolean;
  readonly isComic: boolean;
  /** An address; `{size}` in it stands for `S`, `M` or `L`. */
  readonly coverUrl?: string | undefined;
  readonly previewUrl?: string | undefined;
  readonly epubUrl?: string | undefined;
  readonly pdfUrl?: string | undefined;
  readonly series?: Series | undefined;
  /** Set when it can be ordered before this day. */
  readonly onSaleDate?: string | undefined;
  /** Editions of one work share this key. */
  readonly workKey: string;
  readonly rights: Rights;
  /** Countries where the rights differ. */
  readonly rightsByCountry?: Readonly<Record<string, Rights>> | undefined;
}

/** The language of a volume that names none. */
export const UNDETERMINED = 'un';

/** `1813-01-28` as 18130128; a partial date counts as its first day, no date as 0. */
export const dayNumber = (date: string | undefined): number => {
  if (date === undefined) return 0;
  const [year = '0', month = '01', day = '01'] = date.split('-');
  return Number(year + month + day);
};

export const rightsIn = (volume: Volume, country: string): Rights => volume.rightsByCountry?.[country] ?? volume.rights;

const priceOf = ({ retailPrice, listPrice }: Rights): number | undefined => (retailPrice ?? listPrice)?.amount;

export type Saleability = 'FOR_SALE' | 'FREE' | 'NOT_FOR_SALE' | 'FOR_PREORDER';

export const isPreorder = (volume: Volume, today: string): boolean =>
  volume.onSaleDate !== undefined && volume.onSaleDate > today;

export const isFree = (rights: Rights): boolean => rights.isEbook && (rights.isPublicDomain || priceOf(rights) === 0);

export function saleabilityOf(volume: Volume, rights: Rights, today: string): Saleability {
  if (isPreorder(volume, today)) return 'FOR_PREORDER';
  if (isFree(rights)) return 'FREE';
  return (priceOf(rights) ?? 0) > 0 ? 'FOR_SALE' : 'NOT_FOR_SALE';
}

export const viewabilityOf = (rights: Rights): Viewability =>
  rights.isPublicDomain ? 'ALL_PAGES' : rights.viewability;

/** What searches filter by, as bits: they are stored in the index and compared there. */
export const FACET = {
  partial: 1,
  full: 2,
  ebook: 4,
  freeEbook: 8,
  paidEbook: 16,
  epub: 32,
  mature: 64,
  magazine: 128,
} as const;

export function facetsOf(volume: Volume, rights: Rights): number {
  const viewability = viewabilityOf(rights);
  const bit = (facet: keyof typeof FACET, holds: boolean): number => (holds ? FACET[facet] : 0);
  return (
    bit('partial', viewability === 'PARTIAL' || viewability === 'ALL_PAGES') |
    bit('full', viewability === 'ALL_PAGES') |
    bit('ebook', rights.isEbook) |
    bit('freeEbook', isFree(rights)) |
    bit('paidEbook', rights.isEbook && !isFree(rights) && (priceOf(rights) ?? 0) > 0) |
    bit('epub', volume.epubUrl !== undefined) |
    bit('mature', volume.isMature) |
    bit('magazine', volume.printType === 'MAGAZINE')
  );
}
