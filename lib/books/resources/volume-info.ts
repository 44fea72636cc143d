import { array, as, boolean, integer, number, object, string } from '#lib/api/schema';
import { SeriesInfoResource } from './series-info.ts';

const identifier = object('A number that identifies the volume, such as an ISBN.', {
  type: string('`ISBN_10`, `ISBN_13`, `ISSN` or `OTHER`.'),
  identifier: string('The number itself.'),
});

const imageLinks = object('Cover images by size.', {
  smallThumbnail: string('About 80 pixels wide.'),
  thumbnail: string('About 128 pixels wide.'),
  small: string('About 300 pixels wide.'),
  medium: string('About 575 pixels wide.'),
  large: string('About 800 pixels wide.'),
  extraLarge: string('About 1280 pixels wide.'),
});

/** The bibliographic part of a volume. */
export const volumeInfo = object('Bibliographic data.', {
  title: string('Main title.'),
  subtitle: string('What follows the main title.'),
  authors: array('Authors and editors as `First Last`.', string('One name.')),
  publisher: string('Who published it.'),
  publishedDate: string('`YYYY`, `YYYY-MM` or `YYYY-MM-DD`.'),
  description: string('Blurb: simple HTML when one volume is read, plain text in lists.'),
  industryIdentifiers: array('ISBN, ISSN and other numbers.', identifier),
  readingModes: object('In which forms the text can be read.', {
    text: boolean('As flowing text.'),
    image: boolean('As page images.'),
  }),
  pageCount: integer('Pages according to the publisher.'),
  printedPageCount: integer('Pages of the printed form.'),
  samplePageCount: integer('Pages of the sample.'),
  dimensions: object('Size of the printed book, value and unit.', {
    height: string('Height, such as `24.00 cm`.'),
    width: string('Width, such as `16.00 cm`.'),
    thickness: string('Thickness, such as `3.10 cm`.'),
  }),
  printType: string('`BOOK` or `MAGAZINE`.'),
  mainCategory: string('The most important category.'),
  categories: array('Subjects: top words in lists, full paths when one volume is read.', string('One subject.')),
  averageRating: number('Mean rating from 1 to 5; absent without ratings.'),
  ratingsCount: integer('Number of ratings in the mean.'),
  maturityRating: string('`NOT_MATURE` or `MATURE`.'),
  allowAnonLogging: boolean('Whether reading may be logged without a name.'),
  contentVersion: string('Version of the text and the images.'),
  panelizationSummary: object('Data about the panels of a comic.', {
    containsEpubBubbles: boolean('Whether the EPUB marks speech bubbles.'),
    containsImageBubbles: boolean('Whether the page images mark speech bubbles.'),
    epubBubbleVersion: string('Version of the bubbles in the EPUB.'),
    imageBubbleVersion: string('Version of the bubbles on the images.'),
  }),
  comicsContent: boolean('True for comics.'),
  imageLinks,
  language: string('ISO 639-1 code of the text, with a region where it matters.'),
  previewLink: string('Page where a part can be read.'),
  infoLink: string('Page about the volume.'),
  canonicalVolumeLink: string('The canonical address of the volume.'),
  seriesInfo: as(SeriesInfoResource, 'Place in a series; for comics unless all series are asked for.'),
});
