import { array, oneOf, resource, string, type Schema } from '#lib/api/schema';
import { Seed } from '#lib/local/sample/seed-file/form/schema';
import { defineOperation, OPEN } from './operation.ts';

const Snapshot = resource('Snapshot', 'A copy of all data.', {
  name: string('Its name; `fresh` is what a reset goes back to.'),
});
const SnapshotList = resource('SnapshotList', 'The copies of this stack, which end with it.', {
  items: array('The copies.', Snapshot),
});
/** Held against its form when it is applied, which says everything that is wrong. */
const SeedBody: Schema<Readonly<Record<string, unknown>>> = {
  ...Seed,
  unchecked: true,
  properties: {
    ...Seed.properties,
    world: oneOf('Adds this world, too.', { sample: 'The sample data of `npm start`.' }),
  },
};

const ON_ALL = { ...OPEN, path: {}, query: {} } as const;

export const worldOperations = [
  defineOperation({
    ...ON_ALL,
    id: 'almanac.world.reset',
    summary: 'Goes back to the data of the start; faults, records and the set clock end.',
    route: 'POST /_almanac/reset',
    run: async (_input, { stores }) => {
      await stores.reset();
      return undefined;
    },
  }),
  defineOperation({
    ...ON_ALL,
    id: 'almanac.world.seed',
    summary: 'Adds the sample data, or what the body says in the form of a seed file.',
    route: 'POST /_almanac/seed',
    body: SeedBody,
    run: async ({ body }, { stores }) => {
      await stores.seed(body);
      return undefined;
    },
  }),
  defineOperation({
    ...ON_ALL,
    id: 'almanac.world.exportSeed',
    summary: 'Writes the world as it is in the form of a seed file that gives it back.',
    route: 'GET /_almanac/seed',
    returns: SeedBody,
    run: (_input, { stores }) => stores.exportSeed(),
  }),
  defineOperation({
    ...ON_ALL,
    id: 'almanac.world.listSnapshots',
    summary: 'Lists the copies of all data.',
    route: 'GET /_almanac/snapshots',
    returns: SnapshotList,
    run: (_input, { stores }) => Promise.resolve({ items: stores.snapshots().map((name) => ({ name })) }),
  }),
  defineOperation({
    ...ON_ALL,
    id: 'almanac.world.snapshot',
    summary: 'Copies all data under a name, once the functions have handed on every change.',
    route: 'POST /_almanac/snapshots',
    body: Snapshot,
    returns: Snapshot,
    run: async ({ body: { name = '' } }, { stores }) => {
      await stores.snapshot(name);
      return { name };
    },
  }),
  defineOperation({
    ...OPEN,
    id: 'almanac.world.restore',
    summary: 'Goes back to a copy.',
    route: 'POST /_almanac/snapshots/{name}/restore',
    path: { name: string('Name of the copy.') },
    query: {},
    run: async ({ path: { name } }, { stores }) => {
      await stores.restore(name);
      return undefined;
    },
  }),
];
