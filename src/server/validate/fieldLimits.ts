import { isDay } from '../../fields/kinds/date.schema';
import type { FieldPath } from './fields';
import { type Finding, findingIf } from './finding';

export const checkLimits = ({ place, field }: FieldPath): Finding[] => {
  const { min, max } = field as { readonly min?: unknown; readonly max?: unknown };
  const isWrong = typeof min === 'number' && typeof max === 'number' && min > max;
  const clock = field.kind === 'datetime' ? 'now' : 'today';
  const days = [min, max].filter((day) => typeof day === 'string' && day !== clock);
  return [
    ...findingIf(
      isWrong || days.join() > days.toReversed().join(),
      place,
      `min ${min} is above max ${max}`,
    ),
    ...days.flatMap((day) =>
      findingIf(!isDay(String(day)), place, `${day} is not a day as in 2026-01-31`),
    ),
    ...checkNumber(place, field as NumberLimits),
  ];
};

interface NumberLimits {
  readonly kind: string;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

/** Checks that a number can have a value within its limits. */
const checkNumber = (place: string, { kind, min, max, integer }: NumberLimits): Finding[] => {
  if (kind !== 'number') return [];
  const limits = Object.entries({ min, max }).filter(([, limit]) => limit !== undefined);
  const hasBoth = min !== undefined && max !== undefined;
  return [
    ...limits
      .filter(([, limit]) => !Number.isFinite(limit))
      .map(([name, limit]) => ({ place, text: `${name} must be a number, not ${limit}` })),
    ...findingIf(
      integer === true && hasBoth && min <= max && Math.ceil(min) > Math.floor(max),
      place,
      `no whole number is between min ${min} and max ${max}`,
    ),
  ];
};

/** Kinds whose `max` bounds the value; for all others it bounds a length or a number of entries. */
const VALUE_KINDS = ['number', 'datetime', 'date'];

export const checkSize = ({ place, field }: FieldPath): Finding[] => {
  const { max, decimals } = field as { readonly max?: number; readonly decimals?: number };
  const isSize = max !== undefined && !VALUE_KINDS.includes(field.kind);
  return [
    ...findingIf(
      isSize && !(Number.isInteger(max) && max >= 1),
      place,
      `max must be a whole number from 1, not ${max}`,
    ),
    ...findingIf(
      decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 20),
      place,
      `decimals must be a whole number from 0 to 20, not ${decimals}`,
    ),
  ];
};
