/** Links to the upstream's own root become links to ours; what people wrote stays as they wrote it. */
import type { UpstreamService } from './settings.ts';

/** Fields that a service fills with addresses of its own. */
const LINKS: Readonly<Record<UpstreamService, readonly string[]>> = {
  calendar: ['htmlLink', 'resourceUri', 'selfLink'],
  books: [
    'selfLink',
    'previewLink',
    'infoLink',
    'canonicalVolumeLink',
    'webReaderLink',
    'buyLink',
    'smallThumbnail',
    'thumbnail',
    'acsTokenLink',
    'downloadLink',
  ],
  ads: ['url', 'selfLink'],
};

export type RewriteLinks = (json: string, rootUrl: string) => string;

/** Works on the text, so that numbers and their form survive; within a text of JSON, quotes are escaped. */
export function linkRewriter(service: UpstreamService, upstreamRoot: string): RewriteLinks {
  const escaped = upstreamRoot.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const link = new RegExp(`("(?:${LINKS[service].join('|')})"\\s*:\\s*")${escaped}`, 'g');
  return (json, rootUrl) =>
    json.includes(upstreamRoot) ? json.replace(link, (_, field) => `${field}${rootUrl}`) : json;
}
