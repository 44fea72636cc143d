/** What this project adds to packaging: fresh bundles, a role for each function, and no stage without an issuer. */
import { bundleFunctions, lacksLambdaDuckDb, sizeTable } from './bundle.ts';
import { objectionToIssuers } from './issuers.ts';
import { type Role, roleOf } from './roles.ts';

/** The part of the framework that is used here. */
interface Serverless {
  readonly classes: { readonly Error: new (message: string) => Error };
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly provider: { readonly stage: string; readonly environment: { readonly ISSUERS: string; readonly MAIL_SENDER: string } };
    readonly functions: Readonly<Record<string, { role?: string }>>;
    readonly resources: { readonly Resources: Record<string, Role> };
  };
  getProvider(name: 'aws'): { getStage(): string; readonly naming: { getNormalizedFunctionName(name: string): string } };
}

export default class Deployment {
  readonly hooks: Readonly<Record<string, () => void | Promise<void>>>;
  readonly #serverless: Serverless;

  constructor(serverless: Serverless) {
    this.#serverless = serverless;
    const checkStage = () => { this.#checkStage(); };
    this.hooks = {
      'before:deploy:deploy': checkStage,
      'before:package:initialize': checkStage,
      'before:package:setupProviderConfiguration': () => { this.#addRoles(); },
      'before:package:createDeploymentArtifacts': async () => { console.log(sizeTable(await bundleFunctions())); },
    };
  }

  #checkStage(): void {
    const { classes, service, processedInput } = this.#serverless;
    const stage = this.#serverless.getProvider('aws').getStage();
    const objection =
      stage !== 'local' ? objectionToIssuers(stage, service.provider.environment.ISSUERS)
      : processedInput.commands[0] === 'deploy' ? "Stage 'local' is the laptop. Name the stage to deploy with --stage."
      : undefined;
    if (processedInput.commands[0] === 'deploy' && lacksLambdaDuckDb()) {
      throw new classes.Error('Reports need DuckDB for the machines of Lambda: npm install --no-save --force @duckdb/node-bindings-linux-arm64@1.5.5-r.5');
    }
    if (objection !== undefined) throw new classes.Error(objection);
  }

  #addRoles(): void {
    const { functions, provider, resources } = this.#serverless.service;
    const { naming } = this.#serverless.getProvider('aws');
    for (const [name, definition] of Object.entries(functions)) {
      const prefix = naming.getNormalizedFunctionName(name);
      definition.role = `${prefix}Role`;
      resources.Resources[definition.role] = roleOf(name, prefix, provider.environment.MAIL_SENDER);
    }
  }
}
