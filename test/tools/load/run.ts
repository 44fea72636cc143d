/** Runs many clients on a local stack for a while, then checks that nothing was lost, duplicated or not notified. */
import { setTimeout as pause } from 'node:timers/promises';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { startStackProcess, type StackProcess } from '#test/tools/shared/stack-process';
import { chanceFrom } from './client/chance.ts';
import { Findings } from './client/findings.ts';
import { Tally, type OperationTally, type SlowRequest } from './client/tally.ts';
import { agent, Wire, type Json } from './client/wire.ts';
import type { LoadOptions } from './options.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { AdsRole } from './roles/ads-role.ts';
import { BooksRole } from './roles/books-role.ts';
import { CalendarRole } from './roles/calendar-role.ts';
import { conversionPage, DAY_MS, dayOf } from './roles/conversions.ts';
import { HostileRole } from './roles/hostile-role.ts';
import { waitForReport, requestReport, verifyReports } from './roles/reports.ts';
import type { Role } from './roles/role.ts';
import { formTeam, type Member, type Team } from './roles/team.ts';

export interface LoadOutcome {
  /** How long the clients worked. */
  readonly seconds: number;
  readonly requests: number;
  readonly operations: readonly OperationTally[];
  readonly slowest: readonly SlowRequest[];
  readonly messages: number;
  readonly kills: number;
  readonly findings: readonly string[];
  readonly findingCount: number;
}

const TEAM_SIZE = 8;
/** A message that a crash interrupted waits for the next run of the schedule, every minute. */
const MAX_WAIT_FOR_MESSAGES_MS = 150_000;

/** Seven of ten actions are about the calendar. */
const ROLES = { calendar: 70, books: 18, ads: 12 } as const;

interface Person {
  readonly roles: Readonly<Record<keyof typeof ROLES, Role>>;
  next(): Role;
}

async function attributionTarget(wire: Wire): Promise<Json> {
  const stored = await conversionPage(wire, 0, dayOf(Date.now() - 30 * DAY_MS), dayOf(Date.now()));
  const conversion = stored.find((found) => found['criterionId'] !== undefined);
  if (conversion === undefined) throw new Error('The sample data holds no conversions of a keyword.');
  const names = ['agencyId', 'advertiserId', 'engineAccountId', 'campaignId', 'adGroupId', 'criterionId'];
  return Object.fromEntries(names.map((name) => [name, conversion[name]]));
}

async function createPeople(
  stack: StackProcess,
  receiver: Receiver,
  tally: Tally,
  findings: Findings,
  { clients, seed }: LoadOptions,
): Promise<{ people: Person[]; teams: Team[]; manager: Wire; hostile: Role }> {
  const wireOf = async (email: string): Promise<Wire> => new Wire(stack.rootUrl, await stack.token(email), tally);
  const manager = await wireOf(SAMPLE.manager);
  const place = await attributionTarget(manager);
  const nameOf = (index: number): string => `person${String(seed)}-${String(index)}`;
  const people: Person[] = [];
  const teams: Team[] = [];
  for (let first = 0; first < clients; first += TEAM_SIZE) {
    const emails = Array.from(
      { length: Math.min(TEAM_SIZE, clients - first) },
      (_, index) => `${nameOf(first + index)}@load.example.com`,
    );
    const [lead, ...others] = await Promise.all(
      emails.map(async (email): Promise<Member> => ({ email, wire: await wireOf(email) })),
    );
    if (lead === undefined) break;
    const team = await formTeam([lead, ...others]);
    teams.push(team);
    await Promise.all(
      [lead, ...others].map((member, index) => team.watch(member, nameOf(first + index), receiver.url)),
    );
    for (const [index, { wire }] of [lead, ...others].entries()) {
      const name = nameOf(first + index);
      const chance = chanceFrom(seed * 1_000 + first + index);
      const around = { name, wire, chance, findings };
      const roles = {
        calendar: new CalendarRole(around, team),
        books: new BooksRole(around),
        ads: new AdsRole({ ...around, wire: manager }, place),
      };
      people.push({ roles, next: () => roles[chance.weighted(ROLES)] });
    }
  }
  const [victim, friend] = ['victim', 'friend'].map((name) => `${name}-${nameOf(0)}@load.example.com`);
  const around = { wire: await wireOf(`hostile-${nameOf(0)}@load.example.com`), chance: chanceFrom(seed), findings };
  const hostile = new HostileRole(
    { ...around, name: nameOf(0) },
    { email: victim ?? '', wire: await wireOf(victim ?? ''), friend: await wireOf(friend ?? '') },
  );
  return { people, teams, manager, hostile };
}

async function work(people: readonly Pick<Person, 'next'>[], untilMs: number): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      while (Date.now() < untilMs) await person.next().step();
    }),
  );
}

/**
 * Kills at even intervals while the clients work, the first one after the report is made: a report whose runner was
 * killed stays locked for another minute.
 */
async function crashRepeatedly(
  stack: StackProcess,
  reportMade: () => Promise<boolean>,
  { kills, seconds }: LoadOptions,
): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await Promise.all([pause((seconds * 1000) / (kills + 1)), count === 0 && reportMade()]);
    await stack.crash();
  }
}

async function checkNotifications(teams: readonly Team[], receiver: Receiver, findings: Findings): Promise<void> {
  const late = (): string[] =>
    teams.flatMap(({ channels, lastChangeMs }) =>
      lastChangeMs === 0 ? [] : channels.filter((id) => (receiver.lastNotifiedMs(id) ?? 0) < lastChangeMs),
    );
  const deadline = Date.now() + MAX_WAIT_FOR_MESSAGES_MS;
  while (late().length > 0 && Date.now() < deadline) await pause(100);
  for (const id of late()) findings.add(`channel ${id} was not told after the last change of its calendar`);
}

/** With faults, all attempts of the SDK may fail: clients may then get a retryable error, and nothing worse. */
function checkErrors(operations: readonly OperationTally[], { faults, kills }: LoadOptions, findings: Findings): void {
  for (const { operation, errors } of operations) {
    for (const [error, count] of Object.entries(errors)) {
      const isAllowed = (error === '503 backendError' && faults > 0) || (error === 'no answer' && kills > 0);
      if (!isAllowed) findings.add(`${operation}: ${error}, ${String(count)} times`);
    }
  }
}

export async function runLoad(
  options: LoadOptions,
  progress: (text: string) => void = () => undefined,
): Promise<LoadOutcome> {
  const [tally, findings] = [new Tally(), new Findings()];
  const receiver = await startReceiver();
  progress('starting a stack');
  const stack = await startStackProcess(options);
  try {
    progress(`gathering ${String(options.clients)} clients`);
    const { people, teams, manager, hostile } = await createPeople(stack, receiver, tally, findings, options);
    const reportId = await requestReport(manager);
    const [before, startedMs] = [tally.total, Date.now()];
    progress(`working for ${String(options.seconds)} s`);
    await Promise.all([
      work([...people, { next: () => hostile }], startedMs + options.seconds * 1000),
      crashRepeatedly(stack, () => waitForReport(manager, reportId), options),
    ]);
    const [requests, seconds] = [tally.total - before, (Date.now() - startedMs) / 1000];
    const operations = tally.operations();
    progress('waiting for the last messages');
    await checkNotifications(teams, receiver, findings);
    progress('comparing');
    await hostile.verify();
    for (const { roles } of people) await Promise.all(Object.values(roles).map((role) => role.verify()));
    await verifyReports(manager, reportId, findings);
    checkErrors(tally.operations(), options, findings);
    return {
      seconds,
      requests,
      operations,
      slowest: tally.slowest,
      messages: receiver.count,
      kills: options.kills,
      findings: findings.kept,
      findingCount: findings.count,
    };
  } finally {
    agent.destroy();
    await Promise.all([stack.stop(), receiver.stop()]);
  }
}
