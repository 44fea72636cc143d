/**
 * Decimal numbers as in DynamoDB: exact, up to 38 digits. Plain JavaScript numbers are used wherever they are exact.
 */

const MAX_DIGITS = 38;
const MIN_EXPONENT = -130;
const MAX_EXPONENT = 125;
const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/** A number that JavaScript cannot hold exactly: `digits` times ten to the power of `exponent`. */
export class Decimal {
  readonly digits: bigint;
  readonly exponent: number;

  constructor(digits: bigint, exponent: number) {
    let [rest, power] = [digits, exponent];
    while (rest !== 0n && rest % 10n === 0n) [rest, power] = [rest / 10n, power + 1];
    this.digits = rest;
    this.exponent = rest === 0n ? 0 : power;
  }

  static parse(text: string): Decimal {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
    return new Decimal(BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), Number(exponent) - fraction.length);
  }

  /** Without an exponent, as DynamoDB writes it. */
  toString(): string {
    if (this.exponent >= 0) return `${String(this.digits)}${'0'.repeat(this.exponent)}`;
    const sign = this.digits < 0n ? '-' : '';
    const text = String(this.digits < 0n ? -this.digits : this.digits).padStart(1 - this.exponent, '0');
    return `${sign}${text.slice(0, this.exponent)}.${text.slice(this.exponent)}`;
  }
}

export type Numeric = number | Decimal;

const decimalOf = (value: Numeric): Decimal => (typeof value === 'number' ? Decimal.parse(String(value)) : value);

/** As DynamoDB writes a number: without an exponent. */
export const numberText = (value: Numeric): string => decimalOf(value).toString();

/** A JavaScript number if it is exactly equal. */
export function numericOf(decimal: Decimal): Numeric {
  const text = decimal.toString();
  const value = Number(text);
  const isSafe = !Number.isInteger(value) || Number.isSafeInteger(value);
  return isSafe && Decimal.parse(String(value)).toString() === text ? value : decimal;
}

const digitCount = ({ digits }: Decimal): number => String(digits < 0n ? -digits : digits).length;

/** What is wrong with a number, in DynamoDB's wording. */
export function numberFault(value: Numeric): string | undefined {
  if (typeof value === 'number' && (value === 0 || (Math.abs(value) > 1e-100 && Math.abs(value) < 1e100)))
    return undefined;
  const decimal = decimalOf(value);
  const count = digitCount(decimal);
  if (count > MAX_DIGITS) return 'DynamoDB only supports precision up to 38 digits';
  const magnitude = decimal.exponent + count - 1;
  if (magnitude > MAX_EXPONENT)
    return 'Number overflow. Attempting to store a number with magnitude larger than supported range';
  if (magnitude < MIN_EXPONENT)
    return 'Number underflow. Attempting to store a number with magnitude smaller than supported range';
  return undefined;
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [a.digits * 10n ** BigInt(a.exponent - exponent), b.digits * 10n ** BigInt(b.exponent - exponent), exponent];
}

export function add(a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' && typeof b === 'number' && Number.isInteger(a) && Number.isInteger(b)) {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  const [left, right, exponent] = aligned(decimalOf(a), decimalOf(b));
  return numericOf(new Decimal(left + right, exponent));
}

export const negated = (value: Numeric): Numeric =>
  typeof value === 'number' ? -value : new Decimal(-value.digits, value.exponent);

export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = aligned(decimalOf(a), decimalOf(b));
  return left < right ? -1 : Number(left > right);
}

/** Bytes of a number in an item: one for every two digits from the decimal point, plus one for a minus sign. */
export function numberSize(value: Numeric): number {
  if (value === 0) return 1;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return integerSize(value);
  const { digits, exponent } = decimalOf(value);
  const text = String(digits < 0n ? -digits : digits);
  // With an odd exponent the last pair of digits ends in a zero.
  const pairs = Math.ceil((text.length + Math.abs(exponent % 2)) / 2);
  return 1 + pairs + (digits < 0n ? 1 : 0);
}

/** The same for integers: two digits per byte, trailing pairs of zeros are free. */
function integerSize(value: number): number {
  let rest = Math.abs(value);
  while (rest % 100 === 0) rest /= 100;
  let pairs = 0;
  for (; rest >= 1; rest = Math.floor(rest / 100)) pairs += 1;
  return 1 + pairs + (value < 0 ? 1 : 0);
}
