#!/usr/bin/env node
// `almanac COMMAND`, the program of the npm package: starts a command on a Node that is new enough. Plain JavaScript,
// since any version of Node may run this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NEEDED_NODE, NODE_FLAGS, nodeBinary } from '../../command/node-binary.mjs';

const COMMANDS = {
  start: '../../local/start',
  init: '../seed init',
  seed: '../seed',
  token: '../token',
  key: '../key',
  credentials: '../credentials',
  with: '../with',
  calendar: '../calendar',
  books: '../books',
  ads: '../ads',
  channels: '../channels',
  users: '../users',
  backup: '../backup',
  restore: '../restore',
  doctor: '../doctor',
};

/** Calendars are imported whole. Old objects are collected sooner: 100,000 events take 200 MB in place of 280. */
const FLAGS = { calendar: ['--heap-growing-percent=60'] };

const [name = '', ...given] = process.argv.slice(2);
const [file, ...first] = Object.hasOwn(COMMANDS, name) ? COMMANDS[name].split(' ') : [];
const args = [...first, ...given];
const node = nodeBinary();

if (file === undefined) {
  console.error(`almanac COMMAND: ${Object.keys(COMMANDS).join(', ')}. Each has --help.`);
  process.exitCode = name === '--help' || name === '-h' ? 0 : 1;
} else if (node === undefined) {
  console.error(`Almanac needs Node ${NEEDED_NODE} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  // Sources in a checkout, compiled code in a package.
  const source = new URL(`${file}.ts`, import.meta.url);
  const code = fileURLToPath(existsSync(source) ? source : new URL(`${file}.js`, import.meta.url));
  const checks = new URL('../../local/require-node.mjs', import.meta.url).href;
  const child = spawn(node, [...NODE_FLAGS, ...(FLAGS[name] ?? []), '--import', checks, code, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ALMANAC_PARENT: String(process.pid) },
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // Ctrl-C reaches the child by itself, and a second one would end it at once.
  process.on('SIGINT', () => undefined);
  child.on('exit', (status) => {
    process.exitCode = status ?? 1;
  });
}
