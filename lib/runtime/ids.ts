import { randomBytes } from 'node:crypto';
import type { Ids } from '#lib/api/context';

const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';

export const randomIds: Ids = {
  next: () => Array.from(randomBytes(26), (byte) => BASE32HEX[byte & 31]).join(''),
  hex: (characters) => randomBytes(Math.ceil(characters / 2)).toString('hex').slice(0, characters),
};
