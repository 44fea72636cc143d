/** The routes of the deployment over HTTP, on the run's database and S3. */
import { startGateway as serveRoutes, type Gateway } from '#lib/local/gateway/gateway';
import { startAlmanac } from '#lib/testing/start-almanac';
import { testStage } from '#test/support/run/test-stage';
import { token, type TokenOptions } from '#test/support/token';

export interface TestGateway extends Gateway {
  token(email: string, options?: TokenOptions): Promise<string>;
}

/** `npm run conformance:gateway` puts another Almanac in front, which has no data of its own. */
const { ALMANAC_TEST_FRONT: front } = process.env;

async function inFrontOf(gateway: Gateway): Promise<Gateway> {
  const { rootUrl } = gateway;
  const almanac = await startAlmanac({ upstream: { calendar: rootUrl, books: rootUrl, ads: rootUrl } });
  return {
    ...gateway,
    rootUrl: almanac.url,
    async stop() {
      await almanac.stop();
      await gateway.stop();
    },
  };
}

export async function startGateway(): Promise<TestGateway> {
  const gateway = await serveRoutes({ functions: testStage.functions, port: 0 });
  return { ...(front === 'on' ? await inFrontOf(gateway) : gateway), token };
}
