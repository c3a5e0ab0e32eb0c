import type { Theme } from '@mui/material/styles';

/** Outlined icons of 24 px by the class of their button, in place of leaflet-draw's sprites. */
const ICONS = {
  'draw-polyline':
    'M15 16v1.26l-6-3v-3.17L11.7 8H16V2h-6v4.9L7.3 10H3v6h5l7 3.5V22h6v-6zM12 4h2v2h-2zM7 14H5v-2h2zm12 6h-2v-2h2z',
  'draw-polygon': 'M19.63 9.78 16.56 19H7.44L4.37 9.78 12 4.44zM2 9l4 12h12l4-12-10-7z',
  'draw-circle':
    'M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2m0 18c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8',
  'draw-marker':
    'M12 12c-1.1 0-2-.9-2-2s.9-2 2-2 2 .9 2 2-.9 2-2 2m6-1.8C18 6.57 15.35 4 12 4s-6 2.57-6 6.2c0 2.34 1.95 5.44 6 9.14 4.05-3.7 6-6.8 6-9.14M12 2c4.2 0 8 3.22 8 8.2 0 3.32-2.67 7.25-8 11.8-5.33-4.55-8-8.48-8-11.8C4 5.22 7.8 2 12 2',
  'edit-remove':
    'M16 9v10H8V9zm-1.5-6h-5l-1 1H5v2h14V4h-3.5zM18 7H6v12c0 1.1.9 2 2 2h8c1.1 0 2-.9 2-2z',
} as const;

const iconOf = (path: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='${path}'/%3E%3C/svg%3E") center / 20px no-repeat`;

/** px; large enough for touch. */
const BUTTON = 40;

/** Styles that give leaflet-draw's toolbar the look of the other controls on maps. */
export const drawStyles = ({ palette, shadows, shape, typography }: Theme) => {
  const panel = {
    border: 0,
    borderRadius: 2 * Number(shape.borderRadius),
    overflow: 'hidden',
    background: palette.background.paper,
    boxShadow: shadows[2],
  };
  const word = { ...typography.body2, color: palette.text.primary };
  const masks = Object.entries(ICONS).map(([name, path]) => [
    `.leaflet-draw .leaflet-draw-${name}::before`,
    { mask: iconOf(path) },
  ]);
  return {
    '.leaflet-draw .leaflet-draw-toolbar.leaflet-bar': panel,
    '.leaflet-draw .leaflet-draw-toolbar.leaflet-bar a': {
      position: 'relative',
      width: BUTTON,
      height: BUTTON,
      border: 0,
      borderRadius: 0,
      background: 'none',
      color: palette.text.secondary,
      '&::before': {
        content: '""',
        position: 'absolute',
        inset: 0,
        backgroundColor: 'currentColor',
      },
      '&:hover': { background: palette.action.hover, color: palette.text.primary },
      '&.leaflet-draw-toolbar-button-enabled': {
        background: palette.action.selected,
        color: palette.primary.main,
      },
      '&.leaflet-disabled': { background: 'none', color: palette.action.disabled },
    },
    '.leaflet-draw-section .leaflet-draw-actions.leaflet-draw-actions': {
      ...panel,
      left: BUTTON + 8,
    },
    '.leaflet-draw-section .leaflet-draw-actions.leaflet-draw-actions a': {
      ...word,
      height: BUTTON,
      lineHeight: `${BUTTON}px`,
      padding: '0 12px',
      border: 0,
      background: 'none',
      '&:hover': { background: palette.action.hover },
    },
    '.leaflet-draw-tooltip:not(.leaflet-error-draw-tooltip)': {
      ...word,
      border: 0,
      borderRadius: shape.borderRadius,
      background: palette.background.paper,
      boxShadow: shadows[2],
      '&::before': { borderRightColor: palette.background.paper },
      '& .leaflet-draw-tooltip-subtext': { color: palette.text.secondary },
    },
    ...Object.fromEntries(masks),
  } as const;
};
