import type { BreakpointsOptions } from '@mui/material/styles';

export const deviceModes = ['auto', 'desktop', 'mobile'] as const;

/** Laid out for a desk, for a phone, or for whichever the window's width says. */
export type DeviceMode = (typeof deviceModes)[number];

/** px. Under `sm` the console is on a phone: that is where react-admin, too, changes its layout. */
const values = { xs: 0, sm: 992, md: 1200, lg: 1536, xl: 1920 };

/** Wider than any window. */
const NEVER = 100_000;

/** The widths at which the layout changes; somebody who chose a layout keeps it at any width. */
export const breakpointsOf = (mode: DeviceMode): NonNullable<BreakpointsOptions['values']> => {
  if (mode === 'desktop') return { ...values, sm: 0 };
  if (mode === 'mobile') return { xs: 0, sm: NEVER, md: NEVER + 1, lg: NEVER + 2, xl: NEVER + 3 };
  return values;
};
