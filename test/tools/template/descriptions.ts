/** Checks a template against AWS's published descriptions of CloudFormation resources. */
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { isFields, isIntrinsic, type Template } from './template.ts';

const descriptions = loadAwsServiceSpecSync();

/** The description of a resource type; undefined if AWS publishes none. */
const describedResource = (type: string) => descriptions.lookup('resource', 'cloudFormationType', 'equals', type)[0];

type ResourceProperties = NonNullable<ReturnType<typeof describedResource>>['properties'];
type PropertyType = ResourceProperties[string]['type'];

const TAG: ResourceProperties = {
  Key: { type: { type: 'string' }, required: true },
  Value: { type: { type: 'string' }, required: true },
};

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

type Plain = Exclude<PropertyType['type'], 'ref' | 'tag' | 'array' | 'map' | 'union' | 'json'>;

const PLAIN: Readonly<Record<Plain, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  'date-time': (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

function faultsOfFields(value: unknown, known: ResourceProperties, path: string): string[] {
  if (!isFields(value)) return [`${path}: an object is expected, not ${shown(value)}`];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
  const described = Object.entries(known).flatMap(([name, { type, required = false }]) => {
    if (value[name] !== undefined) return faultsOf(value[name], type, `${path}.${name}`);
    return required ? [`${path}.${name}: missing`] : [];
  });
  return [...unknown.map((name) => `${path}.${name}: unknown`), ...described];
}

/** The faults for the best fitting of several possible types. */
function faultsOfUnion(value: unknown, types: readonly PropertyType[], path: string): string[] {
  const [best = []] = types.map((type) => faultsOf(value, type, path)).sort((a, b) => a.length - b.length);
  return best;
}

function faultsOf(value: unknown, type: PropertyType, path: string): string[] {
  if (isIntrinsic(value)) return [];
  switch (type.type) {
    case 'ref':
      return faultsOfFields(value, descriptions.get('typeDefinition', type.reference.$ref).properties, path);
    case 'tag':
      return faultsOfFields(value, TAG, path);
    case 'array':
      if (!Array.isArray(value)) return [`${path}: a list is expected, not ${shown(value)}`];
      return value.flatMap((item: unknown, index) => faultsOf(item, type.element, `${path}[${String(index)}]`));
    case 'map':
      if (!isFields(value)) return [`${path}: an object is expected, not ${shown(value)}`];
      return Object.entries(value).flatMap(([name, item]) => faultsOf(item, type.element, `${path}.${name}`));
    case 'union':
      return faultsOfUnion(value, type.types, path);
    case 'json':
      return [];
    default: {
      if (!PLAIN[type.type](value)) return [`${path}: ${type.type} is expected, not ${shown(value)}`];
      const allowed: readonly unknown[] | undefined = 'allowedValues' in type ? type.allowedValues : undefined;
      const fits = allowed === undefined || allowed.includes(value);
      return fits ? [] : [`${path}: ${shown(value)} is none of ${shown(allowed)}`];
    }
  }
}

/** Properties that are unknown, missing or of the wrong type, each with its path. */
export function faultsOfProperties({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const described = describedResource(Type);
    if (described === undefined) return [`${id}: ${Type} is no type of resource`];
    return faultsOfFields(Properties, described.properties, id);
  });
}

const SUBSTITUTES = /\$\{([^!}][^}]*)\}/g;

/** `[text, values]` or just the text; names defined in `values` are local. */
function namesInText(substitution: unknown): string[] {
  const [text, given]: readonly unknown[] = Array.isArray(substitution) ? substitution : [substitution];
  if (typeof text !== 'string') return [];
  const names = [...text.matchAll(SUBSTITUTES)].map(([, name = '']) => name);
  return [...names.filter((name) => !isFields(given) || !Object.hasOwn(given, name)), ...namesIn(given)];
}

/** The resources and attributes that a value refers to: `Bucket`, `Bucket.Arn`. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isFields(value)) return [];
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text, ...rest } = value;
  return [
    ...(typeof Ref === 'string' ? [Ref] : []),
    ...(Array.isArray(attribute) ? [attribute.join('.')] : typeof attribute === 'string' ? [attribute] : []),
    ...namesInText(text),
    ...namesIn(Object.values(rest)),
  ];
}

/** References to resources, parameters and attributes that do not exist. */
export function danglingReferences({ Resources, Parameters = {}, Outputs = {} }: Template): string[] {
  function leadsNowhere(name: string): boolean {
    if (name.startsWith('AWS::')) return false;
    const [id = '', ...attribute] = name.split('.');
    if (attribute.length === 0) return !Object.hasOwn(Resources, id) && !Object.hasOwn(Parameters, id);
    const described = describedResource(Resources[id]?.Type ?? '');
    return described === undefined || !Object.hasOwn(described.attributes, attribute.join('.'));
  }
  const named = Object.entries({ ...Resources, Outputs }).flatMap(([id, resource]) => {
    const { DependsOn = [] } = resource as { readonly DependsOn?: string | readonly string[] };
    return [...namesIn(resource), ...[DependsOn].flat()].map((name) => [id, name] as const);
  });
  return named.filter(([, name]) => leadsNowhere(name)).map(([id, name]) => `${id}: ${name} does not exist`);
}
