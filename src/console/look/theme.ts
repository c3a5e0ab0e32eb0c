import type { BreakpointsOptions, ThemeOptions } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { componentsOf, type Density, densities, type LayoutSize } from './components';
import { type Mode, PRIMARY, paletteOf } from './palette';

/** Sizes of the frame, px. */
export const FRAME = { topBar: 50, sidebar: 210, sidebarClosed: 54, gap: 20 } as const;

/** Theme of the console. @param primary chosen colour, `#rrggbb` */
export const consoleTheme = (
  mode: Mode,
  primary: string = PRIMARY,
  size: LayoutSize = 'medium',
  device: DeviceMode = 'auto',
): ThemeOptions => ({
  palette: paletteOf(mode, primary),
  typography,
  shape: { borderRadius: 8 },
  breakpoints: { values: breakpointsOf(device) },
  sidebar: { width: FRAME.sidebar, closedWidth: FRAME.sidebarClosed },
  density: densities[size],
  components: componentsOf(densities[size]),
});

declare module '@mui/material/styles' {
  interface ThemeOptions {
    sidebar?: { width?: number; closedWidth?: number };
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
const fontFamily = [
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

/** Type scale: 12 px for secondary text, 14 for body text, 16 to 28 for headings. */
const typography: ThemeOptions['typography'] = {
  fontFamily,
  fontSize: 14,
  htmlFontSize: 16,
  h1: { fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.01em' },
  h2: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.01em' },
  h3: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.35 },
  h4: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
  h5: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.45 },
  h6: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.45 },
  subtitle1: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
  subtitle2: { fontSize: '0.8125rem', fontWeight: 600, lineHeight: 1.5 },
  body1: { fontSize: '0.875rem', lineHeight: 1.55 },
  body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
  caption: { fontSize: '0.75rem', lineHeight: 1.45 },
  overline: { fontSize: '0.6875rem', fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.6 },
  button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none', lineHeight: 1.5 },
};

const query = '(prefers-color-scheme: dark)';

const subscribe = (listener: () => void) => {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Returns the preferred mode, else that of the system. */
export const useMode = (preference: unknown): Mode => {
  const prefersDark = useSyncExternalStore(subscribe, () => matchMedia(query).matches);
  if (preference === 'light' || preference === 'dark') return preference;
  return prefersDark ? 'dark' : 'light';
};
