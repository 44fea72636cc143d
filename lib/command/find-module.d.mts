export interface FoundModule {
  readonly url: string;
  readonly format: 'module' | 'module-typescript';
  readonly shortCircuit: true;
}

export function findModule(specifier: string, parent?: string): FoundModule | undefined;
