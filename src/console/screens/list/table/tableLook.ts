import type { SxProps, Theme } from '@mui/material';
import { cellPadding, type RowDensity } from '../columns/listLook';

/** A tone over a cell that must not let what is under it shine through. */
const over = (colour: string) => `linear-gradient(${colour}, ${colour})`;

/** Dense and quiet: lines between rows only; the head and the actions stay in view. */
export const tableLook =
  (rows: RowDensity): SxProps<Theme> =>
  ({ palette, alpha, density }) => ({
    '& .MuiTableCell-root': {
      py: `${cellPadding(rows, density.cell)}px`,
      px: 1.5,
      maxWidth: 280,
      whiteSpace: 'nowrap',
    },
    '& tr[data-index]:focus-visible, & [data-cell]:focus-visible': {
      outline: `2px solid ${palette.brand}`,
      outlineOffset: -2,
    },
    // The actions lie over the row's own ring.
    '& tr[data-index]:focus-visible .actions': {
      boxShadow: `inset -2px 0 ${palette.brand}, inset 0 2px ${palette.brand}, inset 0 -2px ${palette.brand}`,
    },
    // The browser brings a focused row out from under the head and the actions.
    '& tr[data-index], & [data-cell]': { scrollMarginTop: 48, scrollMarginBottom: 8 },
    '& .gap': { p: 0, border: 0 },
    // The arrow lies in the cell's padding: a dozen columns would give it the room of two more.
    '& .MuiTableSortLabel-root': { maxWidth: '100%', position: 'relative' },
    '& .MuiTableSortLabel-icon': { position: 'absolute', right: -15, m: 0, fontSize: 14 },
    '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { right: 'auto', left: -15 },
    // A head takes a second line before the table grows wider than the window.
    '& .head-label': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'normal',
      wordBreak: 'keep-all',
      lineHeight: 1.25,
    },
    // Nor do lists and long texts push other columns out of it.
    '& .long-value': { display: 'grid', gridTemplateColumns: 'minmax(120px, max-content)' },
    '& .MuiTableCell-root:first-of-type:not(.MuiTableCell-paddingCheckbox)': { pl: 2 },
    '& .MuiTableCell-head': { bgcolor: 'background.paper' },
    '& .MuiTableCell-paddingCheckbox': { width: 44 },
    '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 },
    '& .MuiCheckbox-root': { p: 0.5 },
    '& .MuiCheckbox-root:not(.Mui-checked, .MuiCheckbox-indeterminate)': { color: 'text.disabled' },
    '& .actions': { position: 'sticky', right: 0, bgcolor: 'background.paper', px: 1 },
    '& .MuiTableCell-head.actions': { zIndex: 3 },
    '& .MuiTableRow-hover:hover .actions': { backgroundImage: over(palette.action.hover) },
    // On a tint the link's blue would be too faint.
    '& .MuiTableRow-hover:hover a': { color: 'primary.dark' },
    '& .Mui-selected a, & .Mui-selected.MuiTableRow-hover:hover a': { color: 'text.primary' },
    '& .Mui-selected .actions': {
      backgroundImage: over(alpha(palette.primary.main, palette.action.selectedOpacity)),
    },
    '& .Mui-selected.MuiTableRow-hover:hover .actions': {
      backgroundImage: over(
        alpha(palette.primary.main, palette.action.selectedOpacity + palette.action.hoverOpacity),
      ),
    },
  });
