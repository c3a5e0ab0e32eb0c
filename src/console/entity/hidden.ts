/** Out of sight, but read aloud. */
export const hidden = {
  position: 'absolute',
  // A bare 1 is the whole width in an `sx`.
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
