import type { Theme } from '@mui/material';

/** A field of colour with an input lying invisibly over it. */
export const swatchLook =
  (colour: string) =>
  ({ palette }: Theme) =>
    ({
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: 26,
      height: 26,
      borderRadius: '6px',
      border: `1px solid ${palette.text.secondary}`,
      background:
        colour === 'transparent'
          ? 'conic-gradient(#f5222d, #faad14, #52c41a, #13c2c2, #1890ff, #722ed1, #f5222d)'
          : colour,
      '& input': {
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        margin: 0,
        padding: 0,
        opacity: 0,
        cursor: 'pointer',
      },
      '&:has(:focus-visible)': { outline: `2px solid ${palette.brand}`, outlineOffset: 2 },
      '& svg': { fontSize: 18, pointerEvents: 'none' },
    }) as const;
