import type { PaletteOptions } from '@mui/material/styles';

export type Mode = 'light' | 'dark';

/** Brand colour and default primary colour. */
export const PRIMARY = '#1890ff';

/**
 * Tones of a state. Green leans to blue and red to orange, to be distinguishable for colour-blind readers. A tone is
 * never the only sign.
 */
const tones = {
  light: { success: '#00785c', warning: '#8f5400', error: '#c2341d', info: '#0a66c2' },
  dark: { success: '#3fcda3', warning: '#f2b64f', error: '#ff8a70', info: '#63b3ff' },
} as const;

const grounds = {
  light: {
    default: '#f4f6f9',
    paper: '#ffffff',
    text: '#16202c',
    muted: '#566273',
    line: '#dfe4ea',
  },
  dark: {
    default: '#10161e',
    paper: '#18202b',
    text: '#e6ebf2',
    muted: '#9aa7b8',
    line: '#2b3644',
  },
} as const;

/** Colours of a mode. @param primary `#rrggbb`; darkened or lightened where it carries text */
export const paletteOf = (mode: Mode, primary: string): PaletteOptions => {
  const ground = grounds[mode];
  // Of page and paper, the one that is nearer to text in its brightness.
  const main = readableOn(primary, mode === 'light' ? ground.default : ground.paper);
  const onTone = mode === 'light' ? '#ffffff' : '#0b1118';
  const tone = (colour: string) => ({
    main: colour,
    light: mix(colour, ground.paper, 0.86),
    dark: mix(colour, mode === 'light' ? '#000000' : '#ffffff', 0.2),
    contrastText: onTone,
  });
  return {
    mode,
    contrastThreshold: 4.5,
    primary: {
      main,
      light: mix(primary, ground.paper, 0.88),
      dark: mix(main, mode === 'light' ? '#000000' : '#ffffff', 0.18),
      contrastText: readableOn(onTone, main),
    },
    secondary: { main: ground.muted, contrastText: onTone },
    success: tone(tones[mode].success),
    warning: tone(tones[mode].warning),
    error: tone(tones[mode].error),
    info: tone(tones[mode].info),
    background: { default: ground.default, paper: ground.paper },
    text: { primary: ground.text, secondary: ground.muted },
    divider: ground.line,
    brand: primary,
  };
};

declare module '@mui/material/styles' {
  interface Palette {
    /** The unadjusted primary colour: for marks, rings and bars, never for text. */
    brand: string;
  }
  interface PaletteOptions {
    brand?: string;
  }
}

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

/** Contrast ratio of two colours `#rrggbb`, 1 to 21. WCAG 2.2. */
export const contrast = (a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Mixes two colours `#rrggbb`. @param part 0 is the first, 1 the second */
const mix = (from: string, to: string, part: number): string => {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  return hexOf(a.map((value, i) => value + ((b[i] ?? 0) - value) * part) as unknown as Rgb);
};

/** Minimum contrast of text, WCAG AA. */
const READABLE = 4.5;

/**
 * Adjusts a colour as little as possible until its contrast with the background is readable, by mixing in black or
 * white.
 */
export const readableOn = (preferred: string, ground: string): string => {
  const towards = luminance(ground) > 0.18 ? '#000000' : '#ffffff';
  const steps = Array.from({ length: 101 }, (_, i) => mix(preferred, towards, i / 100));
  return steps.find((colour) => contrast(colour, ground) >= READABLE) ?? towards;
};
