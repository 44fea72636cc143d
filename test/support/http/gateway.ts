/** The routes of the deployment over HTTP, on the run's database and S3. */
import { startGateway as serveRoutes, type Gateway } from '#lib/local/gateway/gateway';
import { readDeployment } from '#lib/package/template/deployment';
import { token, type TokenOptions } from '#test/support/token';

export interface TestGateway extends Gateway {
  token(email: string, options?: TokenOptions): Promise<string>;
}

export async function startGateway(): Promise<TestGateway> {
  const gateway = await serveRoutes({ functions: readDeployment('test').functions, port: 0 });
  return { ...gateway, token };
}
