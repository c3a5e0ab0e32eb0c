import type { Theme, ThemeOptions } from '@mui/material/styles';

const ring = (theme: Pick<Theme, 'palette'>) => ({
  outline: `2px solid ${theme.palette.brand}`,
  outlineOffset: 2,
});

/** Room that is taken along the lower edge of the window. */
export const BOTTOM_BAR = { name: '--docked', size: 'var(--docked, 0px)' } as const;

/** Room that is taken above that, over the whole width as well. */
export const BOTTOM_STACK = { name: '--stacked', size: 'var(--stacked, 0px)' } as const;

/** How far above the lower edge of the window the page ends, and whatever slides in over it. */
export const PAGE_BOTTOM = `calc(${BOTTOM_BAR.size} + ${BOTTOM_STACK.size})`;

/** Room along the lower edge of the sidebar that is taken: its menu can be scrolled clear of it. */
export const SIDEBAR_FOOTER = { name: '--standing', size: 'var(--standing, 0px)' } as const;

/** What is short stands beside each other where there is room: the page above it keeps the height. */
export const CARD_GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
} as const;

/** Facts under each other, of a `dl`: what it is, and how it is. */
export const DESCRIPTION_LIST = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  alignItems: 'center',
} as const;

/** Widths of a dialog by its `maxWidth`; MUI takes them from the breakpoints, which follow the specification here. */
const dialogWidths = { xs: 420, sm: 600, md: 860, lg: 1120, xl: 1440 } as const;

/** Named as the theme takes them: comparing with another form of the type took half of the check of all types. */
type Parts = NonNullable<ThemeOptions['components']>;

const MODAL = '.MuiModal-root:has([role="dialog"])';

const ground: Parts = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: {
        fontVariantNumeric: 'tabular-nums',
        WebkitFontSmoothing: 'antialiased',
        MozOsxFontSmoothing: 'grayscale',
      },
      'a:focus-visible, [tabindex]:focus-visible': ring(theme),
      // A dialog or a panel has the keys when it opens, and says so by being there.
      '[tabindex="-1"]:is([role="dialog"], [role="alertdialog"]):focus-visible': {
        outline: 'none',
      },
      // A page is printed without its frame; a record over its list, or a dialog over its page, alone. All are in full.
      '@media print': {
        '#root :is(header, nav)': { display: 'none' },
        'body:has(> .MuiModal-root [role="dialog"]) > :not(.MuiModal-root)': { display: 'none' },
        [`${MODAL} .MuiBackdrop-root`]: { display: 'none' },
        [`${MODAL}, ${MODAL} [role="dialog"]`]: {
          position: 'static !important',
          display: 'block',
          width: 'auto',
          maxWidth: 'none',
          height: 'auto',
          maxHeight: 'none',
          overflow: 'visible',
          boxShadow: 'none',
        },
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    }),
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({ border: `1px solid ${theme.palette.divider}`, borderRadius: 10 }),
    },
  },
};

/** A finger needs more than a mouse, however dense the rest is. */
const FINGER = { '@media (pointer: coarse)': { minHeight: 40 } } as const;

const controlsOf = ({ control }: Density): Parts => ({
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({ '&.Mui-focusVisible, &:focus-visible': ring(theme) }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { borderRadius: 8, minWidth: 0, whiteSpace: 'nowrap' },
      sizeMedium: { minHeight: control, padding: '2px 14px', ...FINGER },
      sizeSmall: { minHeight: control - 6, padding: '1px 10px', fontSize: '0.8125rem', ...FINGER },
      sizeLarge: { minHeight: control + 8, padding: '4px 20px', fontSize: '0.9375rem' },
    },
  },
  MuiIconButton: {
    styleOverrides: { root: { borderRadius: 8, '&.Mui-focusVisible': { outlineOffset: -2 } } },
  },
  MuiToggleButton: {
    styleOverrides: { root: { borderRadius: 8, textTransform: 'none', padding: '5px 12px' } },
  },
  MuiChip: {
    styleOverrides: {
      root: {
        borderRadius: 6,
        fontWeight: 500,
        '& .MuiChip-icon': { marginLeft: 6, marginRight: -3, fontSize: 16 },
      },
    },
  },
  MuiTab: { styleOverrides: { root: { textTransform: 'none', minHeight: 44, fontWeight: 600 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
});

/** A line of text in an input, px. */
const INPUT_LINE = 20.125;

const inputsOf = ({ control }: Density): Parts => {
  const inset = (control - INPUT_LINE) / 2;
  return {
    MuiTextField: {
      defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
    },
    MuiFormControl: {
      defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
    },
    MuiAutocomplete: {
      defaultProps: { fullWidth: true },
      styleOverrides: {
        // A narrow filter still offers whole names.
        popper: { minWidth: 220 },
        paper: ({ theme }) => ({ borderRadius: 10, border: `1px solid ${theme.palette.divider}` }),
        inputRoot: {
          // Its input has 2.5 px of its own.
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
            paddingTop: inset - 2.5,
            paddingBottom: inset - 2.5,
          },
        },
      },
    },
    MuiInputLabel: {
      styleOverrides: {
        root: {
          '&.MuiInputLabel-outlined.MuiInputLabel-sizeSmall:not(.MuiInputLabel-shrink)': {
            transform: `translate(14px, ${inset}px) scale(1)`,
          },
        },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme }) => ({
          borderRadius: 8,
          backgroundColor: theme.palette.background.paper,
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
          '&.MuiInputBase-sizeSmall .MuiOutlinedInput-input:not(textarea)': {
            paddingTop: inset,
            paddingBottom: inset,
          },
        }),
        notchedOutline: ({ theme }) => ({
          borderColor: theme.palette.mode === 'light' ? '#b4bdc9' : '#4a586a',
        }),
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, marginRight: 2 } } },
    MuiFormLabel: {
      styleOverrides: { asterisk: ({ theme }) => ({ color: theme.palette.error.main }) },
    },
  };
};

const tablesOf = ({ cell, tableText }: Density): Parts => ({
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: theme.typography.pxToRem(tableText),
        borderBottomColor: theme.palette.divider,
        '&.MuiTableCell-paddingCheckbox': { padding: '0 8px' },
      }),
      head: ({ theme }) => ({
        fontWeight: 600,
        fontSize: theme.typography.pxToRem(Math.min(13, tableText)),
        color: theme.palette.text.secondary,
        whiteSpace: 'nowrap',
      }),
      sizeSmall: { padding: `${cell}px 12px` },
      sizeMedium: { padding: `${cell + 3}px 14px` },
    },
  },
});

const surfacesOf = ({ control }: Density): Parts => ({
  MuiDialog: {
    styleOverrides: {
      paper: { borderRadius: 12 },
      paperWidthXs: { maxWidth: dialogWidths.xs },
      paperWidthSm: { maxWidth: dialogWidths.sm },
      paperWidthMd: { maxWidth: dialogWidths.md },
      paperWidthLg: { maxWidth: dialogWidths.lg },
      paperWidthXl: { maxWidth: dialogWidths.xl },
    },
  },
  MuiDrawer: {
    styleOverrides: { paper: { bottom: PAGE_BOTTOM, maxHeight: `calc(100% - ${PAGE_BOTTOM})` } },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', padding: '20px 24px 8px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 4 } } },
  MuiMenu: {
    defaultProps: { elevation: 8 },
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: 10, border: `1px solid ${theme.palette.divider}` }),
      list: { padding: 6 },
    },
  },
  // On a dark ground a shadow alone leaves no edge.
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: 10, border: `1px solid ${theme.palette.divider}` }),
    },
  },
  MuiMenuItem: {
    styleOverrides: { root: { borderRadius: 6, minHeight: control, fontSize: '0.875rem' } },
  },
  MuiListItemIcon: {
    styleOverrides: {
      root: ({ theme }) => ({ minWidth: 34, color: theme.palette.text.secondary }),
    },
  },
  MuiTooltip: {
    defaultProps: { arrow: true, enterDelay: 300 },
    styleOverrides: { tooltip: { fontSize: '0.75rem', fontWeight: 500, padding: '6px 10px' } },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme, ownerState: { severity = 'success', variant } }) => ({
        borderRadius: 8,
        alignItems: 'center',
        ...(variant !== 'filled' && tinted(theme, severity)),
      }),
      action: { alignItems: 'center', paddingTop: 0 },
    },
  },
});

/** A quiet ground in a tone, the tone itself as icon, and text that reads as text. */
const tinted = (
  { palette }: Pick<Theme, 'palette'>,
  tone: 'error' | 'warning' | 'info' | 'success',
) => ({
  backgroundColor: palette[tone].light,
  color: palette.text.primary,
  '& .MuiAlert-icon': { color: palette[tone].main },
});

/** How MUI's parts look here, as dense as somebody wants them. */
export const componentsOf = (density: Density): Parts => ({
  ...ground,
  ...controlsOf(density),
  ...inputsOf(density),
  ...tablesOf(density),
  ...surfacesOf(density),
});

export const layoutSizes = ['default', 'medium', 'small', 'mini'] as const;
export type LayoutSize = (typeof layoutSizes)[number];

/** The measures of a layout size, px. */
export interface Density {
  /** The height of a button or an input. */
  control: number;
  /** Over and under the text of a table's cell. */
  cell: number;
  /** The text of a table. */
  tableText: number;
}

/** Heights are those operators know from Element UI; a cell's padding leaves room for the buttons in a row. */
export const densities: Readonly<Record<LayoutSize, Density>> = {
  default: { control: 40, cell: 9, tableText: 14 },
  medium: { control: 36, cell: 6, tableText: 14 },
  small: { control: 32, cell: 4, tableText: 12 },
  mini: { control: 28, cell: 2, tableText: 12 },
};
