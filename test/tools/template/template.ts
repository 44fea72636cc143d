/** A CloudFormation template, as packaging writes it. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: unknown;
  readonly DependsOn?: string | readonly string[];
}

export interface Template {
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Resolved by CloudFormation: `{ "Ref": ... }`, `{ "Fn::GetAtt": ... }` and the like. */
export function isIntrinsic(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && name !== undefined && (name === 'Ref' || name.startsWith('Fn::'));
}
