/** The OpenSearch domain of a stage that has chosen it. */
import { openDomain } from '#lib/stores/opensearch/domain';
import { searchAlias } from '#lib/stores/opensearch/names';
import { openSearchIndex, type OpenSearchIndex } from '#lib/stores/opensearch/volume-index';

const { AWS_REGION: region = 'us-east-1', SEARCH_ENDPOINT: endpoint = '' } = process.env;
if (endpoint === '') throw new Error('SEARCH_ENDPOINT does not say where the OpenSearch domain of this stage is.');

export const domain = openDomain({ endpoint, region });
export const alias = searchAlias(process.env);
export const openSearchBooks: OpenSearchIndex = openSearchIndex({ domain, alias });
