import { Box, TableCell, TableSortLabel } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useText } from '../../../../fields/controls/useText';
import { viewOf } from '../../../../fields/views';
import { hidden } from '../../parts/hidden';
import type { Sorts } from '../sort/sortBy';
import type { Column } from './Column';
import { cellStyle } from './columnWidth';
import { WidthHandle } from './WidthHandle';

/** px by which an arrow key widens a column. */
const STEP = 16;

interface Props {
  readonly column: Column;
  /** From 0. */
  readonly at: number;
  /** px, where the column has a width of its own. */
  readonly width: number | undefined;
  readonly sorts: Sorts;
  /** Several columns may order the list. */
  readonly many: boolean;
  readonly onSort: (name: string, add: boolean) => void;
  readonly onWidth: (name: string, width: number | undefined) => void;
}

/** The head of a column: its name, which sorts, and its edge, which sets its width. */
export const HeadCell = ({ column, at, width, sorts, many, onSort, onWidth }: Props) => {
  const { name, field } = column;
  const translate = useTranslate();
  const text = useText();
  const { align, sortable } = viewOf(field);
  const place = sorts.findIndex((sort) => sort.field === name);
  const direction = sorts[place]?.order === 'DESC' ? 'desc' : 'asc';
  const label = text(field.label);

  const press = (event: MouseEvent) => onSort(name, many && event.shiftKey);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.shiftKey || sortable === false) return;
    const now = event.currentTarget.offsetWidth;
    if (event.key === 'ArrowRight') onWidth(name, now + STEP);
    else if (event.key === 'ArrowLeft') onWidth(name, now - STEP);
    else if (event.key === 'Home') onWidth(name, undefined);
    else if (event.key === 'Enter' && many) onSort(name, true);
    else return;
    event.preventDefault();
    // The button would take Enter for a press without Shift.
    event.stopPropagation();
  };
  return (
    <TableCell
      align={align}
      // Only one column may say so.
      sortDirection={place === 0 ? direction : false}
      style={cellStyle(at, width !== undefined)}
      onKeyDownCapture={keys}
    >
      {sortable === false ? (
        label
      ) : (
        <TableSortLabel
          active={place >= 0}
          direction={place >= 0 ? direction : 'asc'}
          onClick={press}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+Home"
        >
          <Box component="span" className="head-label">
            {label}
          </Box>
          {sorts.length > 1 && place >= 0 && (
            <>
              <Box component="sup" aria-hidden sx={{ ml: 0.5, fontSize: 10, lineHeight: 1 }}>
                {place + 1}
              </Box>
              <Box component="span" sx={hidden}>
                {translate('screens.sort.place', { place: place + 1 })}
              </Box>
            </>
          )}
        </TableSortLabel>
      )}
      <WidthHandle
        column={at}
        sized={width !== undefined}
        onWidth={(wished) => onWidth(name, wished)}
      />
    </TableCell>
  );
};
