/** What S3 answers in XML. */

export interface StoredFile {
  readonly key: string;
  /** Changes with the content. */
  readonly tag: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (xml: string): string =>
  xml.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name = '') =>
    hex === undefined && decimal === undefined
      ? (ENTITIES[String(name)] ?? all)
      : String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );

/** The text of the first element with this name. */
export function textIn(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text === undefined ? undefined : unescaped(text);
}

/** Of an answer to https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export const filesIn = (xml: string): StoredFile[] =>
  [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([object]) => ({
    key: textIn(object, 'Key') ?? '',
    tag: textIn(object, 'ETag') ?? '',
  }));
