import type { BreakpointsOptions, ThemeOptions } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { componentsOf, type Density, densities, type LayoutSize } from './components';
import { type Mode, PRIMARY, paletteOf } from './palette';

/** Sizes of the frame, px. */
export const FRAME = { topBar: 50, sidebar: 210, sidebarClosed: 54, gap: 16 } as const;

export const consoleTheme = (
  mode: Mode,
  primary: string = PRIMARY,
  size: LayoutSize = 'medium',
  device: DeviceMode = 'auto',
): ThemeOptions => ({
  palette: paletteOf(mode, primary),
  typography,
  shape: { borderRadius: 6 },
  breakpoints: { values: breakpointsOf(device) },
  density: densities[size],
  components: componentsOf(densities[size]),
});

declare module '@mui/material/styles' {
  interface ThemeOptions {
    density?: Density;
  }
  interface Theme {
    density: Density;
  }
}

export const deviceModes = ['auto', 'desktop', 'mobile'] as const;

/** Layout for desktops, for phones, or by the width of the window. */
export type DeviceMode = (typeof deviceModes)[number];

/** px. Below `sm` the console uses the phone layout, as does react-admin. */
const values = { xs: 0, sm: 992, md: 1200, lg: 1536, xl: 1920 };

/** px, wider than any window. */
const NEVER = 100_000;

/** Breakpoints of a layout mode. A chosen layout applies at any width. */
export const breakpointsOf = (mode: DeviceMode): NonNullable<BreakpointsOptions['values']> => {
  if (mode === 'desktop') return { ...values, sm: 0 };
  if (mode === 'mobile') return { xs: 0, sm: NEVER, md: NEVER + 1, lg: NEVER + 2, xl: NEVER + 3 };
  return values;
};

/** System fonts, also for Chinese: nothing is downloaded. */
export const FONT = [
  '-apple-system',
  'BlinkMacSystemFont',
  '"Segoe UI"',
  'Roboto',
  '"Helvetica Neue"',
  'Arial',
  '"PingFang SC"',
  '"Hiragino Sans GB"',
  '"Microsoft YaHei"',
  '"Noto Sans CJK SC"',
  '"Noto Sans SC"',
  'sans-serif',
].join(',');

/** Font of a role: size and line height in px. */
const face = (size: number, line: number, fontWeight = 400) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: line / size,
  fontWeight,
});

/** Type scale. 13 px is the size of work: tables, forms, menus. Weights: 400 reading, 500 names, 600 titles. */
const typography: ThemeOptions['typography'] = {
  fontFamily: FONT,
  // `pxToRem` scales with this size.
  fontSize: 14,
  htmlFontSize: 16,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: face(24, 32, 600),
  h2: face(20, 28, 600),
  h3: face(18, 26, 600),
  h4: face(16, 24, 600),
  h5: face(15, 22, 600),
  h6: face(14, 20, 600),
  subtitle1: face(14, 20, 600),
  subtitle2: face(13, 20, 600),
  body1: face(14, 22),
  body2: face(13, 20),
  caption: face(12, 16),
  overline: { ...face(12, 16, 500), textTransform: 'none' },
  button: { ...face(13, 20, 500), textTransform: 'none' },
};

const DARK = '(prefers-color-scheme: dark)';
export const PRINT = 'print';

const useMedia = (query: string): boolean => useMediaQuery(query, { noSsr: true });

/** Returns the preferred mode, else that of the system. Paper is light in any mode. */
export const modeOf = (preference: unknown, prefersDark: boolean, isPrinting: boolean): Mode => {
  if (isPrinting) return 'light';
  if (preference === 'light' || preference === 'dark') return preference;
  return prefersDark ? 'dark' : 'light';
};

/** Returns the mode of the screen or, while the browser prints, of paper. */
export const useMode = (preference: unknown): Mode =>
  modeOf(preference, useMedia(DARK), useMedia(PRINT));

/**
 * Returns the layout of the screen, also while the browser prints. The layout of narrow paper would mount a page's maps
 * anew, and they would print blank.
 */
export const useScreenLayout = <T>(layout: T): T => {
  const isPrinting = useMedia(PRINT);
  const [onScreen, setOnScreen] = useState(layout);
  if (!isPrinting && onScreen !== layout) setOnScreen(layout);
  return isPrinting ? onScreen : layout;
};
