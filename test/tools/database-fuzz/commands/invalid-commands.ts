/** Makes valid commands invalid, so that a database must refuse them. */
import type { Random } from '#test/tools/shared/random';
import { EXPRESSIONS, partsWithExpression, partsWithKey, listsOf, takesValues } from './command-parts.ts';
import type { Command, CommandName } from './command.ts';
import type { Item } from './values.ts';

const INDEX_KEYS = ['timeKey', 'changeKey', 'uid', 'gpk', 'gsk'] as const;
const NO_KEYS = [
  '',
  5,
  null,
  true,
  'x'.repeat(2_049),
  'é'.repeat(600),
  ['a'],
  new Set(['a']),
  new Uint8Array([1]),
] as const;

const MORE = [
  'AND size(v) = :v0',
  'OR foo(v)',
  'SET nope = :v0',
  'REMOVE sk',
  ', pk = :v0',
  'AND n = n',
  'AND attribute_exists(:v0)',
] as const;

type InvalidChange = (input: Item, random: Random, name: CommandName) => void;

const WRITES = new Set<CommandName>(['Put', 'Update', 'Delete']);

const inKey =
  (spoil: (part: Item, random: Random) => void): InvalidChange =>
  (input, random) => {
    const part = random.pick(partsWithKey(input));
    if (part !== undefined) spoil(part, random);
  };

const inExpression =
  (spoil: (part: Item, name: string, text: string, random: Random) => void): InvalidChange =>
  (input, random) => {
    const part = random.pick(partsWithExpression(input));
    const name = random.pick(EXPRESSIONS.filter((expression) => part !== undefined && expression in part));
    if (part !== undefined && name !== undefined) spoil(part, name, String(part[name]), random);
  };

const INVALID_CHANGES: readonly InvalidChange[] = [
  inKey((part, random) => {
    Reflect.deleteProperty(part, random.percent(50) ? 'pk' : 'sk');
  }),
  inKey((part, random) => {
    part[random.percent(50) ? 'pk' : 'sk'] = random.pick(NO_KEYS);
  }),
  inKey((part, random) => {
    part[random.pick(INDEX_KEYS)] = random.pick(NO_KEYS);
  }),
  inKey((part) => {
    part['deep'] = Array.from({ length: 33 }).reduce<unknown>((inner) => [inner], 'x');
  }),
  inExpression((part, _name, _text, random) => {
    if (takesValues(part))
      part['ExpressionAttributeValues'] = {
        ...(part['ExpressionAttributeValues'] as Item | undefined),
        [random.pick([':unused', 'bare', ':'])]: 1,
      };
  }),
  inExpression((part, _name, _text, random) => {
    part['ExpressionAttributeNames'] = {
      ...(part['ExpressionAttributeNames'] as Item | undefined),
      [random.pick(['#unused', 'bare', '#'])]: 'v',
    };
  }),
  inExpression((part, _name, _text, random) => {
    Reflect.deleteProperty(part, random.percent(50) ? 'ExpressionAttributeValues' : 'ExpressionAttributeNames');
  }),
  inExpression((part, name, text, random) => {
    part[name] = random.pick([
      `${text} AND`,
      `${text},`,
      `(${text}`,
      `${text} garbage`,
      '',
      ' ',
      text.slice(0, -3),
      `((${text}))`,
      text.replace('=', '=='),
      text.replaceAll(' ', ''),
    ]);
  }),
  inExpression((part, name, text, random) => {
    part[name] = text.replace(
      /\b(n|v|title|doc)\b/,
      random.pick(['name', 'status', 'pk', 'sk', 'gsk', 'timeKey', 'data', 'd-e', '_f', 'n.n']),
    );
  }),
  inExpression((part, name, text, random) => {
    part[name] = text.replace(/ (=|<|AND) /, random.pick([' == ', ' <> ', ' != ', ' OR ', ' IN ']));
  }),
  inExpression((part, name, text, random) => {
    part[name] = `${text} ${random.pick(MORE)}`;
  }),
  (input, random, name) => {
    if (name === 'Query' || name === 'Scan') input['Limit'] = random.pick([0, -1]);
  },
  (input, random, name) => {
    if (name === 'Query' || name === 'Scan')
      input['Select'] = random.pick([
        'COUNT',
        'SPECIFIC_ATTRIBUTES',
        'ALL_PROJECTED_ATTRIBUTES',
        'ALL_ATTRIBUTES',
        'X',
      ]);
  },
  inKey((part, random) => {
    part[random.percent(50) ? '' : 'nested'] = { '': 1 };
  }),
  inExpression((part, name, text) => {
    part[name] = `${text}${' OR attribute_exists(v)'.repeat(152)}`;
  }),
  inExpression((part, name, text) => {
    part[name] = `${text} OR v = ${Array.from({ length: 33 }, () => 'v').join('.')}`;
  }),
  (input) => {
    if ('TableName' in input) input['TableName'] = 'no-such-table';
  },
  (input) => {
    if ('KeyConditionExpression' in input) input['IndexName'] = 'byNothing';
  },
  (input, random) => {
    if ('KeyConditionExpression' in input) input['IndexName'] = random.pick(['byTime', 'byUid', 'byAlternate']);
  },
  (input) => {
    if ('IndexName' in input) input['ConsistentRead'] = true;
  },
  (input, random) => {
    if ('KeyConditionExpression' in input)
      input['ExclusiveStartKey'] = random.pick([
        { pk: 'p' },
        {},
        { pk: 'no', sk: 'a' },
        { pk: 'p', sk: '' },
        { pk: 'p', sk: 5 },
        { pk: 'p', sk: 'a', z: 'b' },
      ]);
  },
  (input, random, name) => {
    if (WRITES.has(name)) input['ReturnValues'] = random.pick(['UPDATED_NEW', 'ALL_NEW', 'EVERYTHING']);
  },
  (input, _random, name) => {
    // If statements have the same key twice, DynamoDB Local refuses all of them and executes some.
    if (name !== 'BatchExecuteStatement') for (const list of listsOf(input)) list.push(list[0]);
  },
  (input) => {
    for (const list of listsOf(input)) list.push(...Array.from({ length: 101 }, () => list[0]));
  },
  (input) => {
    for (const list of listsOf(input)) list.length = 0;
  },
  (input) => {
    if ('RequestItems' in input) input['RequestItems'] = {};
  },
  (input, _random, name) => {
    if (name === 'TransactWrite') input['ClientRequestToken'] = 'x'.repeat(37);
  },
];

/** Changes one place of the command; it may still be valid afterwards. */
export function makeInvalid(command: Command, random: Random): Command {
  // Whether a token or a fault is checked first is not specified.
  const { ClientRequestToken: _, ...input } = structuredClone(command.input);
  random.pick(INVALID_CHANGES)?.(input, random, command.name);
  return { ...command, input };
}
