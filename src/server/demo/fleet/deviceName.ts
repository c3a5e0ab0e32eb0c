import { chance, pick } from './chance';
import { containerCheckDigit } from './checkDigit';
import type { Route } from './routes';

/** What a lock hangs on. */
export type Carrier = 'container' | 'truck' | 'tanker';

const OWNERS = ['TCLU', 'MSKU', 'CSNU', 'OOLU', 'HLXU', 'CMAU', 'TGHU', 'EGHU'] as const;
const TANKERS = ['Tanker', 'Fuel tanker', 'Milk tanker', '油罐车', '液化气罐车'] as const;
/** Plates leave out the letters that look like digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const MILLION = 1_000_000;

/** A container's number as painted on it: owner, serial number, check digit. */
const containerName = (seed: number, serial: number): string => {
  // A factor prime to a million gives every lock a number of its own.
  const digits = String((serial * 618_033 + 482_913) % MILLION).padStart(6, '0');
  const owner = pick(OWNERS, seed, 51);
  return `${owner} ${digits}-${containerCheckDigit(owner + digits)}`;
};

const plateOf = (route: Route, seed: number, serial: number): string => {
  const signs = [...pick(route.plates, seed, 52)];
  return signs
    .map((sign, i) => {
      if (sign === '#') return String(Math.floor(chance(seed, serial, i, 53) * 10));
      return sign === '?' ? pick([...LETTERS], seed, serial, i, 54) : sign;
    })
    .join('');
};

/** What people call the thing a lock hangs on: container number, number plate, tanker. */
export const deviceName = (
  carrier: Carrier,
  route: Route,
  seed: number,
  serial: number,
): string => {
  if (carrier === 'container') return containerName(seed, serial);
  const plate = plateOf(route, seed, serial);
  return carrier === 'truck' ? plate : `${pick(TANKERS, seed, 55)} ${plate}`;
};
