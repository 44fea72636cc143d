/** Files that an upstream keeps in a storage of its own: its answer leads there, as ours does for large files. */
import type { Limits, UpstreamAnswer, UpstreamClient, UpstreamRequest } from './client.ts';
import { UpstreamFailure } from './failure.ts';
import { patientClient } from './patient-client.ts';

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/**
 * The file that a redirect leads to; any other answer as it is. The storage gets no credentials, its address is checked
 * as the upstream's is, and where it leads elsewhere again it is refused.
 */
export async function fileBehind(
  answer: UpstreamAnswer,
  { headers = {} }: UpstreamRequest,
  clientTo: (rootUrl: string) => UpstreamClient,
  limits: Limits,
): Promise<UpstreamAnswer> {
  if (!isRedirect(answer.status)) return answer;
  const url = URL.parse(answer.headers['location'] ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UpstreamFailure('refused', 'a redirect to nowhere');
  const client = clientTo(`${url.origin}/`);
  const { range } = headers;
  try {
    return await patientClient(client).send(
      {
        method: 'GET',
        path: url.pathname.slice(1) + url.search,
        ...(range !== undefined && { headers: { range } }),
      },
      { ...limits, takesRedirects: false },
    );
  } finally {
    client.close();
  }
}
