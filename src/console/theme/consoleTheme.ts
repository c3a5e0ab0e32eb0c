import type { ThemeOptions } from '@mui/material/styles';
import { componentsOf } from './components';
import { type Density, densities, type LayoutSize } from './density';
import { breakpointsOf, type DeviceMode } from './deviceMode';
import { type Mode, PRIMARY, paletteOf } from './palette';
import { typography } from './typography';

/** The measures of the frame, px. Specification section 2 and 9. */
export const FRAME = { topBar: 50, sidebar: 210, sidebarClosed: 54, gap: 20 } as const;

/** The look of the console. @param primary the colour somebody chose, `#rrggbb` */
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
  components: componentsOf(densities[size]) as ThemeOptions['components'],
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
