/** The route of a request, with path and query as the function gets them. */
import { segmentsOf, type Match, type Router } from '#lib/api/routes';
import { GatewayRefusal } from './refusal.ts';

export interface Routed<Target> extends Match<Target> {
  readonly rawPath: string;
  readonly rawQueryString: string;
}

/** Refuses a path that cannot be decoded; AWS refuses `percent%25done` at the second decoding. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new GatewayRefusal(400, 'Bad Request', { cause });
  }
}

const before = (text: string, mark: string): string => text.split(mark, 1)[0] ?? '';

/**
 * An HTTP API "decodes URL-encoded request parameters before passing them to your backend integration"
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). Recorded on AWS
 * (ingress-paths.json of https://github.com/hotsock/voker/pull/8): the path is decoded, cut at a question mark, and
 * decoded again. Routes are matched in between: `a%2Fb` is two segments
 * (https://github.com/aws/aws-lambda-dotnet/pull/1901), `a%252Fb` is one and reaches the function as `a/b`. The query
 * is passed unchanged (https://github.com/ministackorg/ministack/issues/1035).
 */
export function routeRequest<Target>(routes: Router<Target>, method: string, url: string): Routed<Target> {
  const mark = url.indexOf('?');
  const sentPath = mark === -1 ? url : url.slice(0, mark);
  const path = before(decode(sentPath), '?');
  const rawPath = decode(path);
  const match = routes.match(method, segmentsOf(path));
  if (match === undefined) throw new GatewayRefusal(404, 'Not Found');
  const pathParameters = Object.fromEntries(
    Object.entries(match.pathParameters).map(([name, value]) => [name, decode(value)]),
  );
  return { ...match, pathParameters, rawPath, rawQueryString: mark === -1 ? '' : url.slice(mark + 1) };
}
