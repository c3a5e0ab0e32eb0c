import type { Theme, ThemeOptions } from '@mui/material/styles';
import { stateStyles } from '../../fields/views/states';

const ring = (theme: Pick<Theme, 'palette'>) => ({
  outline: `2px solid ${theme.palette.brand}`,
  outlineOffset: 2,
});

/** Height of the bar docked at the lower edge of a phone's window, which the page must not cover. */
export const BOTTOM_BAR = { name: '--docked', size: 'var(--docked, 0px)' } as const;

/** Height of the panels stacked above that bar, below the page. */
export const BOTTOM_STACK = { name: '--stacked', size: 'var(--stacked, 0px)' } as const;

/** Distance of the page and of sliding panels from the lower edge of the window. */
export const PAGE_BOTTOM = `calc(${BOTTOM_BAR.size} + ${BOTTOM_STACK.size})`;

/** Height of the bars and the menu. */
export const FRAME_HEIGHT = { name: '--frame', size: 'var(--frame, 100dvh)' } as const;

/** Places small cards side by side if there is room, so that they use less height. */
export const CARD_GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
} as const;

/** Style of a loading indicator that a fast answer does not show. @param delay s */
export const appearAfter = (delay: number) =>
  ({
    '@keyframes appear': { from: { opacity: 0 } },
    animation: `appear .2s ${delay}s both`,
  }) as const;

/** Exactly the theme's type: comparing with a different one took half of the type check. */
type Parts = NonNullable<ThemeOptions['components']>;

/** Time before a skeleton appears, ms. */
const SKELETON_DELAY = 150;

const MODAL = '.MuiModal-root:has([role="dialog"])';

const ground: Parts = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: {
        fontVariantNumeric: 'tabular-nums',
        WebkitFontSmoothing: 'antialiased',
        MozOsxFontSmoothing: 'grayscale',
      },
      // Browsers give buttons a font of their own.
      button: { fontFamily: 'inherit' },
      ...stateStyles(theme.palette),
      'a:focus-visible, [tabindex]:focus-visible': ring(theme),
      // A dialog or panel receives the focus when it opens, so it needs no focus ring.
      '[tabindex="-1"]:is([role="dialog"], [role="alertdialog"]):focus-visible': {
        outline: 'none',
      },
      // Print a page without its frame, and a drawer or dialog without its buttons and the page behind it. Print all of
      // the content, with the fills that browsers leave out by default: bars, legends, chips with white words.
      '@media print': {
        // A dialog that opens for paper, as a narrow window has it, takes the rest of the window for a scrollbar.
        body: {
          printColorAdjust: 'exact',
          backgroundColor: '#fff',
          paddingRight: '0 !important',
        },
        '#root :is(header, nav)': { display: 'none' },
        ':focus-visible': { outline: 'none !important' },
        'body:has(> .MuiModal-root [role="dialog"]) > :not(.MuiModal-root)': { display: 'none' },
        [`${MODAL} .MuiBackdrop-root`]: { display: 'none' },
        '[role="dialog"] :is(.MuiButton-root, .MuiIconButton-root, .MuiPagination-root)': {
          display: 'none',
        },
        '[role="dialog"] :is(.actions, [aria-pressed])': { display: 'none' },
        // Paper does not scroll: a wide table wraps.
        '[role="dialog"] :is(th, td)': {
          whiteSpace: 'normal !important',
          maxWidth: 'none !important',
        },
        '[role="dialog"] :is(tr, li, img)': { breakInside: 'avoid' },
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
      // A quick answer shows no skeleton.
      '@keyframes skeleton-appear': { from: { visibility: 'hidden' } },
      '@keyframes skeleton-pulse': { '50%': { opacity: 0.4 } },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    }),
  },
  MuiSkeleton: {
    styleOverrides: {
      root: {
        animation: `skeleton-appear 1ms ${SKELETON_DELAY}ms backwards, skeleton-pulse 2s 500ms ease-in-out infinite`,
      },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({ border: `1px solid ${theme.palette.divider}`, borderRadius: 8 }),
    },
  },
};

/** Minimum height of touch targets, px, at any density. */
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
      root: { borderRadius: 6, minWidth: 0, whiteSpace: 'nowrap' },
      sizeMedium: { minHeight: control - 4, padding: '2px 12px', ...FINGER },
      sizeSmall: { minHeight: control - 6, padding: '1px 9px', fontSize: '0.8125rem', ...FINGER },
      sizeLarge: { minHeight: control + 4, padding: '4px 18px', fontSize: '0.875rem' },
      // Only the contained button has the accent.
      outlined: ({ theme: { palette } }) => ({
        '&.MuiButton-colorPrimary': {
          color: palette.text.primary,
          borderColor: palette.divider,
          backgroundColor: palette.raised,
          '&:hover': { borderColor: palette.edge, backgroundColor: palette.raised },
          '&.Mui-disabled': { color: palette.action.disabled },
        },
      }),
      text: ({ theme: { palette } }) => ({
        '&.MuiButton-colorPrimary': {
          color: palette.text.primary,
          '&:hover': { backgroundColor: palette.action.hover },
          '&.Mui-disabled': { color: palette.action.disabled },
        },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: { root: { borderRadius: 6, '&.Mui-focusVisible': { outlineOffset: -2 } } },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme: { palette } }) => ({
        borderRadius: 6,
        textTransform: 'none',
        padding: '4px 10px',
        // MUI's own colour is that of disabled buttons here.
        '&:not(.Mui-disabled)': { color: palette.text.primary },
        '&.Mui-selected': { fontWeight: 600 },
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 4,
        fontWeight: 500,
        // The chosen one of several.
        '&.MuiChip-filled.MuiChip-colorPrimary': {
          fontWeight: 600,
          color: theme.palette.text.primary,
          backgroundColor: theme.palette.action.selected,
        },
        '& .MuiChip-icon': { marginLeft: 6, marginRight: -3, fontSize: 16 },
      }),
    },
  },
  MuiTab: { styleOverrides: { root: { textTransform: 'none', minHeight: 44, fontWeight: 500 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
});

/** Line height of an input, px. */
export const INPUT_LINE = 18.6875;

/** Scale of the label over a filled input: 12 of 13 px. MUI's own would leave 10. */
const LABEL_SCALE = 12 / 13;

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
        // The options of a narrow filter have room for whole names.
        popper: { minWidth: 220 },
        paper: ({ theme }) => floating(theme),
        inputRoot: {
          // The inner input has a padding of 2.5 px.
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
            paddingTop: inset - 2.5,
            paddingBottom: inset - 2.5,
            rowGap: 2,
          },
        },
        tag: { height: INPUT_LINE + 5, marginBlock: 0 },
      },
    },
    // Signs and larger text must not make it higher than a text input.
    MuiSelect: {
      styleOverrides: {
        select: { '&&': { height: INPUT_LINE, minHeight: 0, lineHeight: `${INPUT_LINE}px` } },
      },
    },
    MuiInputLabel: {
      styleOverrides: {
        root: {
          fontSize: '0.8125rem',
          '&.MuiInputLabel-outlined.MuiInputLabel-sizeSmall:not(.MuiInputLabel-shrink)': {
            transform: `translate(14px, ${inset}px) scale(1)`,
          },
          '&.MuiInputLabel-outlined.MuiInputLabel-shrink': {
            transform: `translate(14px, -9px) scale(${LABEL_SCALE})`,
            maxWidth: 'calc(100% - 16px)',
          },
        },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme }) => ({
          borderRadius: 6,
          fontSize: '0.8125rem',
          backgroundColor: theme.palette.background.paper,
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
          '&.MuiInputBase-sizeSmall .MuiOutlinedInput-input:not(textarea)': {
            paddingTop: inset,
            paddingBottom: inset,
          },
        }),
        notchedOutline: ({ theme }) => ({
          borderColor: theme.palette.edge,
          '& legend': { fontSize: `${LABEL_SCALE}em` },
        }),
      },
    },
    MuiFormControlLabel: { styleOverrides: { label: { fontSize: '0.8125rem' } } },
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
        fontWeight: 500,
        fontSize: theme.typography.pxToRem(12),
        color: theme.palette.text.secondary,
        whiteSpace: 'nowrap',
      }),
      sizeSmall: { padding: `${cell}px 12px` },
      sizeMedium: { padding: `${cell + 3}px 14px` },
    },
  },
});

/** Surface that floats over the page. On a dark background a shadow shows no edge, so it has a hairline too. */
const floating = ({ palette }: Pick<Theme, 'palette'>) => ({
  borderRadius: 10,
  border: `1px solid ${palette.divider}`,
  backgroundColor: palette.raised,
});

const surfacesOf = ({ control }: Density): Parts => ({
  MuiDialog: {
    defaultProps: { fullWidth: true },
    styleOverrides: {
      paper: ({ theme }) => floating(theme),
      // MUI derives these widths from the breakpoints, which here are those of the frame.
      paperWidthXs: { maxWidth: 420 },
      paperWidthSm: { maxWidth: 600 },
      paperWidthMd: { maxWidth: 860 },
    },
  },
  MuiDrawer: {
    styleOverrides: { paper: { bottom: PAGE_BOTTOM, maxHeight: `calc(100% - ${PAGE_BOTTOM})` } },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', padding: '20px 24px 8px' } } },
  MuiDialogActions: {
    styleOverrides: { root: { padding: '12px 24px 20px', gap: 4, flexWrap: 'wrap' } },
  },
  MuiMenu: { styleOverrides: { list: { padding: 6 } } },
  // Of menus too.
  MuiPopover: { styleOverrides: { paper: ({ theme }) => floating(theme) } },
  MuiMenuItem: {
    styleOverrides: { root: { borderRadius: 6, minHeight: control, fontSize: '0.8125rem' } },
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
        borderRadius: 6,
        alignItems: 'center',
        ...(variant !== 'filled' && tinted(theme, severity)),
      }),
      action: { alignItems: 'center', paddingTop: 0 },
    },
  },
});

/** Tinted background, icon in the tone, and text in the normal text colour. */
const tinted = (
  { palette }: Pick<Theme, 'palette'>,
  tone: 'error' | 'warning' | 'info' | 'success',
) => ({
  backgroundColor: palette[tone].light,
  color: palette.text.primary,
  '& .MuiAlert-icon': { color: palette[tone].main },
});

export const componentsOf = (density: Density): Parts => ({
  ...ground,
  ...controlsOf(density),
  ...inputsOf(density),
  ...tablesOf(density),
  ...surfacesOf(density),
});

export const layoutSizes = ['default', 'medium', 'small', 'mini'] as const;
export type LayoutSize = (typeof layoutSizes)[number];

/** Sizes of a layout, px. */
export interface Density {
  /** Height of buttons and inputs. */
  control: number;
  /** Vertical padding of table cells. */
  cell: number;
  /** Font size of tables. */
  tableText: number;
}

/** Control heights are those of Element UI, which operators know. The cell padding leaves room for buttons in a row. */
export const densities: Readonly<Record<LayoutSize, Density>> = {
  default: { control: 40, cell: 9, tableText: 13 },
  medium: { control: 36, cell: 6, tableText: 13 },
  small: { control: 32, cell: 4, tableText: 13 },
  mini: { control: 28, cell: 2, tableText: 12 },
};
