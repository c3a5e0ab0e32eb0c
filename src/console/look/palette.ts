import type { PaletteColor, PaletteOptions } from '@mui/material/styles';
import type { AlarmSeverity } from '../../domain/alarm';
import type { LockStatus } from '../../domain/lock';

export type Mode = 'light' | 'dark';

export const PRIMARY = '#1890ff';

/**
 * Colours of states: `ink` carries text (4.5:1 on every ground of its mode), `mark` fills signs, bars and lines (3:1).
 * Red, orange and ochre differ in lightness as well. Each severity has its own shape and word.
 */
const states = {
  light: {
    critical: { ink: '#b81420', mark: '#cf1f2e' },
    major: { ink: '#9a3f00', mark: '#d9680a' },
    minor: { ink: '#6d5600', mark: '#9f7f00' },
    notice: { ink: '#565f6d', mark: '#7c8797' },
    busy: { ink: '#1f5bb5', mark: '#2f78d8' },
    ok: { ink: '#0a6d52', mark: '#12906c' },
  },
  dark: {
    critical: { ink: '#ff7d76', mark: '#f4544c' },
    major: { ink: '#ffa65a', mark: '#f08a33' },
    minor: { ink: '#e0c450', mark: '#c4a52c' },
    notice: { ink: '#a0a9b6', mark: '#7c8796' },
    busy: { ink: '#7db8ff', mark: '#4a93ee' },
    ok: { ink: '#4fcfa4', mark: '#2fae84' },
  },
} as const;

export const lockColours: Readonly<Record<Mode, Readonly<Record<LockStatus, string>>>> = {
  light: { 0: '#2f78d8', 1: '#d9680a', 2: '#12806a', 3: '#cf1f2e', 255: '#7c8797' },
  dark: { 0: '#5aa2f5', 1: '#f08a33', 2: '#35b592', 3: '#f4544c', 255: '#8a95a4' },
};

export const alarmColours = (mode: Mode): Readonly<Record<AlarmSeverity, string>> => {
  const { critical, major, minor } = states[mode];
  return { 1: critical.mark, 2: major.mark, 3: minor.mark };
};

const grounds = {
  light: {
    chrome: '#f2f4f7',
    default: '#f7f8fa',
    paper: '#ffffff',
    raised: '#ffffff',
    text: '#12161d',
    muted: '#545e6c',
    faint: '#5f6a78',
    line: '#e3e6eb',
    edge: '#878f9d',
    hover: 'rgba(18, 26, 38, 0.045)',
    selected: 'rgba(18, 26, 38, 0.08)',
  },
  dark: {
    chrome: '#0b0e12',
    default: '#0f1318',
    paper: '#14191f',
    raised: '#1b212a',
    text: '#e7eaef',
    muted: '#a0a9b6',
    faint: '#929cab',
    line: '#262d37',
    edge: '#6c7786',
    hover: 'rgba(220, 232, 255, 0.06)',
    selected: 'rgba(220, 232, 255, 0.11)',
  },
} as const;

/** Colours of a mode. @param primary `#rrggbb`; darkened or lightened where it carries text */
export const paletteOf = (mode: Mode, primary: string): PaletteOptions => {
  const ground = grounds[mode];
  const state = states[mode];
  // Of all grounds, the one that is nearest to text in its brightness.
  const main = readableOn(primary, mode === 'light' ? ground.chrome : ground.raised);
  const onTone = mode === 'light' ? '#ffffff' : ground.chrome;
  const strongest = mode === 'light' ? '#000000' : '#ffffff';
  const tone = ({ ink, mark }: { readonly ink: string; readonly mark: string }) => ({
    main: ink,
    mark,
    light: mix(ink, ground.paper, 0.9),
    dark: mix(ink, strongest, 0.2),
    contrastText: onTone,
  });
  return {
    mode,
    contrastThreshold: 4.5,
    primary: {
      main,
      light: mix(primary, ground.paper, 0.9),
      dark: mix(main, strongest, 0.18),
      contrastText: readableOn(onTone, main),
    },
    secondary: { main: ground.muted, contrastText: onTone },
    success: tone(state.ok),
    warning: tone(state.major),
    error: tone(state.critical),
    info: tone(state.busy),
    minor: tone(state.minor),
    notice: tone(state.notice),
    background: { default: ground.default, paper: ground.paper },
    text: { primary: ground.text, secondary: ground.muted, disabled: ground.faint },
    divider: ground.line,
    action: { active: ground.muted, hover: ground.hover, selected: ground.selected },
    brand: primary,
    chrome: ground.chrome,
    raised: ground.raised,
    edge: ground.edge,
    locks: lockColours[mode],
  };
};

type ToneColour = Required<Pick<PaletteColor, 'main' | 'light' | 'dark' | 'contrastText' | 'mark'>>;

interface Colours {
  /** The unadjusted primary colour: for marks, rings and bars, never for text. */
  brand: string;
  /** Ground of the frame: top bar, menu and tabs. */
  chrome: string;
  /** Ground of dialogs, menus and popups. */
  raised: string;
  /** Outline of a control, 3:1 on paper. */
  edge: string;
  minor: ToneColour;
  notice: ToneColour;
  locks: Readonly<Record<LockStatus, string>>;
}

declare module '@mui/material/styles' {
  interface Palette extends Colours {}
  interface PaletteOptions extends Partial<Colours> {}
  interface PaletteColor {
    /** Colour of signs, bars and lines, 3:1 on every ground; `main` carries text. */
    mark?: string;
  }
  interface SimplePaletteColorOptions {
    mark?: string;
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
