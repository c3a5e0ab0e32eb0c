/** A text that ends in digits: what stands before them, and them. */
const NUMBERED = /^(.*?)(\d+)$/s;

const partsOf = (first: string): [before: string, digits: string] => {
  const [, before, digits] = NUMBERED.exec(first) ?? [];
  if (before === undefined || digits === undefined)
    throw new TypeError(`${first} ends in no digit`);
  return [before, digits];
};

/** How many numbers there are from this one on before its digits run over. */
export const numbersLeft = (first: string): bigint => {
  const [, digits] = partsOf(first);
  return 10n ** BigInt(digits.length) - BigInt(digits);
};

/**
 * Numbers that follow one another: the digits at the end count up and keep their leading zeros.
 * @param first ends in a digit; `amount` numbers are left from it on
 */
export const countedNumbers = (first: string, amount: number): string[] => {
  const [before, digits] = partsOf(first);
  const start = BigInt(digits);
  return Array.from(
    { length: amount },
    (_, i) => before + String(start + BigInt(i)).padStart(digits.length, '0'),
  );
};
