/** The list of what can be discovered here. */
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

/** Each service has one version, which is therefore the preferred one: only `name` narrows the list. */
export const directoryList = (rootUrl: string, name: string | null): object => ({
  kind: 'discovery#directoryList',
  discoveryVersion: 'v1',
  items: services
    .filter((service) => name === null || service.name === name)
    .map((service) => describe(service, rootUrl)),
});
