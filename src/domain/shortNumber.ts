const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/**
 * A number that fits a tile: `1.2k`, `15.4k`, `3M`. Specification section 9: k, M and G; what rounds up to the next
 * thousand takes the next suffix, so that 999,999 is 1M and not 1000k.
 * @param digits after the point at most; zeros at the end are left out
 */
export const shortNumber = (value: number, digits = 1): string => {
  if (!Number.isFinite(value)) return '';
  const rounded = (step: number) => Number((Math.abs(value) / 1000 ** step).toFixed(digits));
  const last = suffixes.length - 1;
  const size = Math.abs(value);
  let step = size < 1000 ? 0 : Math.min(last, Math.floor(Math.log10(size) / 3));
  if (step > 0 && step < last && rounded(step) >= 1000) step += 1;
  const text = step === 0 ? String(size) : `${rounded(step)}${suffixes[step]}`;
  return value < 0 ? `-${text}` : text;
};
