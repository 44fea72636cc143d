/** The list of services that can be discovered. */
import type { ServiceDescription } from '#lib/api/service';
import { services } from './services.ts';

const describe = ({ name, version, title, description }: ServiceDescription, rootUrl: string): object => ({
  kind: 'discovery#directoryItem',
  id: `${name}:${version}`,
  name,
  version,
  title,
  description,
  discoveryRestUrl: `${rootUrl}discovery/v1/apis/${name}/${version}/rest`,
  discoveryLink: `./apis/${name}/${version}/rest`,
  documentationLink: rootUrl,
  preferred: true,
});

/** Each service has only one version, the preferred one: only `name` filters the list. */
export const directoryList = (rootUrl: string, name: string | null): object => ({
  kind: 'discovery#directoryList',
  discoveryVersion: 'v1',
  items: services
    .filter((service) => name === null || service.name === name)
    .map((service) => describe(service, rootUrl)),
});
