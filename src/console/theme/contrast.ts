type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, WCAG 2.2. */
const luminance = (hex: string): number => {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colours `#rrggbb`, 1 to 21. WCAG 2.2. */
export const contrast = (a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Two colours `#rrggbb` mixed; 0 is the first, 1 the second. */
export const mix = (from: string, to: string, part: number): string => {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  return hexOf(a.map((value, i) => value + ((b[i] ?? 0) - value) * part) as unknown as Rgb);
};

/** What text needs, WCAG AA. */
const READABLE = 4.5;

/** The colour nearest to the wished one that can carry or be text on a ground: black or white is added as needed. */
export const readableOn = (wished: string, ground: string): string => {
  const towards = luminance(ground) > 0.18 ? '#000000' : '#ffffff';
  const steps = Array.from({ length: 101 }, (_, i) => mix(wished, towards, i / 100));
  return steps.find((colour) => contrast(colour, ground) >= READABLE) ?? towards;
};
