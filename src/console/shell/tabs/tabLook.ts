import type { Theme } from '@mui/material';

/** How a tab looks; the one in use is told by ground, mark and weight, and follows the theme colour. */
export const tabLook =
  (isHere: boolean) =>
  ({ palette }: Theme) =>
    ({
      flex: 'none',
      display: 'flex',
      alignItems: 'center',
      height: 26,
      maxWidth: 220,
      borderRadius: '6px',
      border: `1px solid ${isHere ? palette.primary.main : palette.divider}`,
      backgroundColor: isHere ? palette.primary.main : palette.background.paper,
      color: isHere ? palette.primary.contrastText : palette.text.secondary,
      fontSize: '0.75rem',
      fontWeight: isHere ? 600 : 400,
      '&:hover': isHere ? {} : { backgroundColor: palette.action.hover },
      '& a': {
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        height: '100%',
        padding: '0 8px',
        color: 'inherit',
        textDecoration: 'none',
        whiteSpace: 'nowrap',
        borderRadius: '5px',
      },
      '& a:focus-visible': { outlineOffset: 1 },
      '& a + button': { marginLeft: '-4px' },
      '& .title': { overflow: 'hidden', textOverflow: 'ellipsis' },
      '& .mark': isHere
        ? {
            flex: 'none',
            width: 8,
            height: 8,
            marginRight: '6px',
            borderRadius: '50%',
            backgroundColor: 'currentColor',
          }
        : { display: 'none' },
      '& button': {
        flex: 'none',
        width: 24,
        height: 24,
        borderRadius: '50%',
        '& svg': { fontSize: 14, padding: '1px', borderRadius: '50%' },
        '&:hover svg': {
          backgroundColor: 'currentColor',
          '& path': { fill: isHere ? palette.primary.main : palette.background.paper },
        },
      },
    }) as const;
