/**
 * Packaging and deployment: this folder turns the functions and `serverless.yml` into what is deployed.
 * This plugin of the Serverless Framework is the entry: it builds bundles (`bundle.ts`), gives each function its role
 * (`roles.ts`, from the statements in `iam-statements.ts`), adds alarms, log metrics and a dashboard (`alarms.ts`,
 * `log-metrics.ts`, `dashboard.ts`) and refuses a stage without an issuer (`issuers.ts`). `template/` reads
 * `serverless.yml` for the local stack; `locked-package.ts` and `duckdb.ts` fetch native libraries for the target
 * machine.
 */
import { StartupError } from '#lib/command/startup-error';
import { usesOpenSearch } from '#lib/stores/opensearch/names';
import type { CloudResource, Resources } from './alarm.ts';
import { alarmResources, queuesOf, type EventSource, type WatchedFunction } from './alarms.ts';
import { bundleFunctions, sizeTable } from './bundle.ts';
import { dashboardResource, savedQueries } from './dashboard.ts';
import { type Architecture, duckDbFor } from './duckdb.ts';
import type { Variables } from './iam-statements.ts';
import { issuerProblem } from './issuers.ts';
import { removeReplicated, splitList, replicate } from './regions.ts';
import { type Role, roleOf } from './roles.ts';
import { removeSignIn, SIGN_IN_FUNCTION, SIGN_IN_TABLE, signInProblem } from './sign-in.ts';
import { requireStreams, useStreams } from './streams.ts';
import { addSearchDomain, type DomainSize, searchProblem } from './template/search-domain.ts';
import { UPSTREAM_FUNCTIONS, upstreamAlarms, upstreamProblem } from './upstream.ts';

/** The part of the framework's interface that is used here. */
interface Serverless {
  readonly classes: { readonly Error: new (message: string) => Error };
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly provider: {
      readonly stage: string;
      readonly architecture: Architecture;
      readonly environment: Variables & {
        readonly ISSUERS: string;
        readonly SIGN_IN: string;
        readonly UPSTREAM: string;
        readonly BOOKS_SEARCH: string;
      };
    };
    readonly custom: {
      readonly alarmMail: string;
      readonly streams: Readonly<Record<string, string>>;
      readonly regions: string;
      readonly existingTables: string;
      readonly signInProvider: string;
      readonly searchDomain: DomainSize;
    };
    readonly functions: Record<
      string,
      { role?: string; events: readonly EventSource[]; environment?: Readonly<Record<string, unknown>> }
    >;
    readonly resources: { readonly Resources: Record<string, Role | CloudResource> };
  };
  getProvider(name: 'aws'): {
    getStage(): string;
    getRegion(): string;
    readonly naming: { getNormalizedFunctionName(name: string): string };
  };
}

export default class Deployment {
  readonly hooks: Readonly<Record<string, () => void | Promise<void>>>;
  readonly #serverless: Serverless;

  constructor(serverless: Serverless) {
    this.#serverless = serverless;
    const checkStage = () => {
      this.#checkStage();
    };
    this.hooks = {
      'before:deploy:deploy': checkStage,
      'before:package:initialize': () => {
        checkStage();
        const { provider, functions, resources, custom } = this.#serverless.service;
        if (provider.environment.SIGN_IN !== 'on') removeSignIn(functions, resources.Resources);
        if (usesOpenSearch(provider.environment)) addSearchDomain(functions, resources.Resources, custom.searchDomain);
      },
      'before:package:setupProviderConfiguration': () => {
        this.#addRoles();
        useStreams(this.#serverless.service.functions, this.#serverless.service.custom.streams);
        this.#addAlarms();
        this.#placeTables();
      },
      'before:package:createDeploymentArtifacts': () => this.#bundle(),
    };
  }

  #checkStage(): void {
    const { classes, service, processedInput } = this.#serverless;
    const stage = this.#serverless.getProvider('aws').getStage();
    const objection =
      stage !== 'local'
        ? (issuerProblem(stage, service.provider.environment.ISSUERS) ??
          signInProblem(service.provider.environment.SIGN_IN, service.custom.signInProvider) ??
          upstreamProblem(service.provider.environment.UPSTREAM) ??
          searchProblem(service.provider.environment.BOOKS_SEARCH, service.custom.searchDomain))
        : processedInput.commands[0] === 'deploy'
          ? "Stage 'local' is the laptop. Name the stage to deploy with --stage."
          : undefined;
    if (objection !== undefined) throw new classes.Error(objection);
  }

  async #bundle(): Promise<void> {
    const { classes, service } = this.#serverless;
    const duckDb = await duckDbFor(service.provider.architecture).catch((error: unknown) => {
      throw error instanceof StartupError ? new classes.Error(error.message) : error;
    });
    console.log(sizeTable(await bundleFunctions(duckDb)));
  }

  #addRoles(): void {
    const { functions, provider, resources } = this.#serverless.service;
    const { naming } = this.#serverless.getProvider('aws');
    for (const [name, definition] of Object.entries(functions)) {
      const prefix = naming.getNormalizedFunctionName(name);
      definition.role = `${prefix}Role`;
      resources.Resources[definition.role] = roleOf(name, prefix, provider.environment);
    }
  }
  /** Alarms for the template's resources, and a dashboard. */
  #addAlarms(): void {
    const { custom, functions, provider: settings, resources } = this.#serverless.service;
    const provider = this.#serverless.getProvider('aws');
    const stage = provider.getStage();
    const watched = Object.entries(functions).map(([name, { events }]): WatchedFunction => ({
      name,
      prefix: provider.naming.getNormalizedFunctionName(name),
      events,
    }));
    const idsOf = (type: string): string[] =>
      Object.keys(resources.Resources).filter((id) => resources.Resources[id]?.Type === type);
    const queues = idsOf('AWS::SQS::Queue');
    const read = new Set(watched.flatMap(queuesOf));
    const unread = queues.filter((queue) => !read.has(queue));
    const alarms = {
      ...alarmResources(stage, watched, unread, custom.alarmMail),
      ...upstreamAlarms(stage, watched, settings.environment.UPSTREAM),
    };
    const alarmIds = Object.keys(alarms).filter((id) => alarms[id]?.Type === 'AWS::CloudWatch::Alarm');
    Object.assign(resources.Resources, alarms, savedQueries(stage, watched), {
      Dashboard: dashboardResource({
        stage,
        // Sign-in and what an upstream needs are left out: a dashboard has 50 metrics for nothing.
        functions: watched.filter(({ name }) => ![SIGN_IN_FUNCTION, ...UPSTREAM_FUNCTIONS].includes(name)),
        tables: idsOf('AWS::DynamoDB::Table').filter((id) => id !== SIGN_IN_TABLE),
        alarms: alarmIds,
      }),
    });
  }
  #placeTables(): void {
    const { custom, functions, resources } = this.#serverless.service;
    const tables = resources.Resources as Resources;
    replicate(tables, this.#serverless.getProvider('aws').getRegion(), custom.regions);
    requireStreams(functions, splitList(custom.existingTables));
    removeReplicated(tables, custom.existingTables);
  }
}
