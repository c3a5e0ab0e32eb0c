import type { Theme } from '@mui/material';

/** How every line of the sidebar looks; the one in use is told by ground, weight and a bar, not by colour alone. */
export const lineStyle =
  ({ wide, indented }: { wide: boolean; indented?: boolean | undefined }) =>
  ({ palette }: Theme) =>
    ({
      position: 'relative',
      minHeight: 40,
      my: '2px',
      px: 1.25,
      pl: indented ? 5.5 : 1.25,
      py: 0.5,
      borderRadius: 1,
      justifyContent: wide ? 'flex-start' : 'center',
      color: palette.text.primary,
      '& .MuiListItemIcon-root': {
        minWidth: wide ? 34 : 0,
        color: palette.text.secondary,
      },
      '& .MuiListItemText-primary': { fontSize: '0.875rem' },
      '&.Mui-focusVisible': { outlineOffset: -2 },
      '&.Mui-selected, &.Mui-selected:hover': {
        backgroundColor: palette.primary.light,
        color: palette.primary.dark,
        '& .MuiListItemIcon-root': { color: 'inherit' },
        '& .MuiListItemText-primary': { fontWeight: 600 },
        '&::before': {
          content: '""',
          position: 'absolute',
          left: -6,
          top: 9,
          bottom: 9,
          width: 3,
          borderRadius: '0 3px 3px 0',
          backgroundColor: palette.brand,
        },
      },
    }) as const;
