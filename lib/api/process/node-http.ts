/**
 * `node:http` as `require` gives it. An import evaluates all of its exports, and with `WebSocket` loads what belongs to
 * `fetch`: 30 ms of processor time at every start of a function, a command or the stack, whether they need it or not.
 */
export const { Agent, createServer, request, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
