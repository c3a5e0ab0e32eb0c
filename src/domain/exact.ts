/** Decimal number without rounding errors, as PostgreSQL's `numeric`: `units` divided by 10 to the power of `scale`. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** Decimal places of a quotient. */
export const QUOTIENT_SCALE = 10;

const tenTo = (scale: number): bigint => 10n ** BigInt(scale);

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** Divides and rounds half away from zero. */
const quotient = (dividend: bigint, divisor: bigint): bigint => {
  const size = (2n * absolute(dividend) + absolute(divisor)) / (2n * absolute(divisor));
  return dividend < 0n === divisor < 0n ? size : -size;
};

/** Parses a number or its text: `-12.50`, `1e-7`. @returns undefined for any other value */
export const exactOf = (value: unknown): Exact | undefined => {
  const [, sign, whole, part = '', power = '0'] =
    /^([+-]?)(\d{1,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i.exec(String(value).trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  const scale = part.length - Number(power);
  return scale < 0 ? { units: units * tenTo(-scale), scale: 0 } : { units, scale };
};

/** Formats all decimal places of a number: `12.50`. */
export const exactText = ({ units, scale }: Exact): string => {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
};

/** Rounds half away from zero, or adds zeros. */
export const rounded = ({ units, scale }: Exact, places: number): Exact => ({
  units: places < scale ? quotient(units, tenTo(scale - places)) : units * tenTo(places - scale),
  scale: places,
});

const aligned = (one: Exact, other: Exact) => {
  const scale = Math.max(one.scale, other.scale);
  return [rounded(one, scale).units, rounded(other, scale).units, scale] as const;
};

export const plus = (one: Exact, other: Exact): Exact => {
  const [a, b, scale] = aligned(one, other);
  return { units: a + b, scale };
};

export const minus = (one: Exact, other: Exact): Exact => {
  const [a, b, scale] = aligned(one, other);
  return { units: a - b, scale };
};

export const times = (one: Exact, other: Exact): Exact => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
});

/** Divides to `QUOTIENT_SCALE` places; null by zero. */
export const over = (one: Exact, other: Exact): Exact | null => {
  const [a, b] = aligned(one, other);
  return b === 0n ? null : { units: quotient(a * tenTo(QUOTIENT_SCALE), b), scale: QUOTIENT_SCALE };
};

/** Returns a negative number, 0 or a positive one, for sorting. */
export const compareExact = (one: Exact, other: Exact): number => {
  const [a, b] = aligned(one, other);
  return a === b ? 0 : a < b ? -1 : 1;
};

/** True if a double keeps every digit: it holds 15. */
export const fitsDouble = ({ units }: Exact): boolean =>
  absolute(units).toString().replace(/0+$/, '').length <= 15;
