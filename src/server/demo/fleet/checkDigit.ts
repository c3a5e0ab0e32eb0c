/** ISO 6346 values: digits as they are, letters from 10 on without the multiples of 11. */
const ISO_6346 = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ';

/** The check digit of a container number of four letters and six digits, by ISO 6346. */
export const containerCheckDigit = (number: string): number =>
  ([...number].reduce((sum, sign, i) => sum + ISO_6346.indexOf(sign) * 2 ** i, 0) % 11) % 10;

/** The check digit that makes a row of digits a valid SIM card number, by Luhn (ITU-T E.118). */
export const luhnCheckDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, sign, i) => {
    const digit = Number(sign) * (i % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return (10 - (sum % 10)) % 10;
};
