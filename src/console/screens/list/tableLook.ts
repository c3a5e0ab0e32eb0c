import type { SxProps, Theme } from '@mui/material';

/** A tone over a cell that must not let what is under it shine through. */
const over = (colour: string) => `linear-gradient(${colour}, ${colour})`;

/** Dense and quiet: lines between rows only; the head and the actions stay in view. */
export const tableLook: SxProps<Theme> = ({ palette, alpha, density }) => ({
  '& .MuiTableCell-root': { py: `${density.cell}px`, px: 1.5, maxWidth: 280, whiteSpace: 'nowrap' },
  '& .MuiTableCell-root:first-of-type:not(.MuiTableCell-paddingCheckbox)': { pl: 2 },
  '& .MuiTableCell-head': { bgcolor: 'background.paper' },
  '& .MuiTableCell-paddingCheckbox': { width: 44 },
  '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 },
  '& .MuiCheckbox-root': { p: 0.5 },
  '& .MuiCheckbox-root:not(.Mui-checked, .MuiCheckbox-indeterminate)': { color: 'text.disabled' },
  '& .actions': { position: 'sticky', right: 0, bgcolor: 'background.paper', px: 1 },
  '& .MuiTableCell-head.actions': { zIndex: 3 },
  '& .MuiTableRow-hover:hover .actions': { backgroundImage: over(palette.action.hover) },
  // On the tint of a selected row the link's blue would be too faint.
  '& .Mui-selected a': { color: 'text.primary' },
  '& .Mui-selected .actions': {
    backgroundImage: over(alpha(palette.primary.main, palette.action.selectedOpacity)),
  },
  '& .Mui-selected.MuiTableRow-hover:hover .actions': {
    backgroundImage: over(
      alpha(palette.primary.main, palette.action.selectedOpacity + palette.action.hoverOpacity),
    ),
  },
});
