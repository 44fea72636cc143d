/** The OpenSearch domain of a stage whose catalogue of books is too large for a file: `--param booksSearch=opensearch`. */

export const SEARCH_DOMAIN = 'SearchDomain';

/** The functions that search books, and the one that imports them. */
export const SEARCHING_FUNCTIONS: readonly string[] = [
  'booksVolumes',
  'booksBookshelvesVolumes',
  'booksMylibraryBookshelvesVolumes',
  'importCatalogue',
];

export interface DomainSize {
  /** A type such as `r7g.large.search`. */
  readonly instance: string;
  readonly instances: number | string;
  /** Of each instance. */
  readonly gigabytes: number | string;
}

/** Why a stage must not be deployed with this setting; undefined if it may. */
export function searchProblem(setting: string, { instance, instances, gigabytes }: DomainSize): string | undefined {
  if (setting === 'file') return undefined;
  if (setting !== 'opensearch') return `booksSearch is file or opensearch, not '${setting}'.`;
  if (!instance.endsWith('.search')) return `searchInstance is a type such as r7g.large.search, not '${instance}'.`;
  const isCount = (value: number | string): boolean => /^[1-9]\d*$/.test(String(value));
  return isCount(instances) && isCount(gigabytes)
    ? undefined
    : `searchInstances and searchGigabytes are whole numbers, not '${String(instances)}' and '${String(gigabytes)}'.`;
}

/** Reached by signed requests alone: IAM decides, by the roles of the functions. Lost data is indexed anew. */
function domainResource({ instance, instances, gigabytes }: DomainSize): {
  readonly Type: string;
  readonly Properties: object;
} {
  const count = Number(instances);
  return {
    Type: 'AWS::OpenSearchService::Domain',
    Properties: {
      EngineVersion: 'OpenSearch_2.19',
      ClusterConfig: {
        InstanceType: instance,
        InstanceCount: count,
        // Of an even number of instances, each of two zones has the same.
        ...(count % 2 === 0 && { ZoneAwarenessEnabled: true, ZoneAwarenessConfig: { AvailabilityZoneCount: 2 } }),
      },
      EBSOptions: { EBSEnabled: true, VolumeType: 'gp3', VolumeSize: Number(gigabytes) },
      EncryptionAtRestOptions: { Enabled: true },
      NodeToNodeEncryptionOptions: { Enabled: true },
      DomainEndpointOptions: { EnforceHTTPS: true, TLSSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
    },
  };
}

interface Environment {
  environment?: Readonly<Record<string, unknown>>;
}

/** Adds the domain to a stage, and its address to the functions that ask it. */
export function addSearchDomain(
  functions: Readonly<Record<string, Environment>>,
  resources: Record<string, unknown>,
  size: DomainSize,
): void {
  resources[SEARCH_DOMAIN] = domainResource(size);
  for (const name of SEARCHING_FUNCTIONS) {
    const definition = functions[name];
    if (definition === undefined) throw new Error(`There is no function ${name} to search books.`);
    const SEARCH_ENDPOINT = { 'Fn::Sub': `https://\${${SEARCH_DOMAIN}.DomainEndpoint}` };
    definition.environment = { ...definition.environment, SEARCH_ENDPOINT };
  }
}
