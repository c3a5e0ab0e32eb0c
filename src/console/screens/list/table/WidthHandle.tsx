import { Box } from '@mui/material';
import { type PointerEvent, useRef } from 'react';
import { fittingWidth } from '../columns/listLook';
import { previewWidth } from './columnWidth';

interface Props {
  /** From 0. */
  readonly column: number;
  /** Whether the column has a width of its own already: its cells follow the pointer then. */
  readonly sized: boolean;
  /** px; undefined for as wide as what the column holds. */
  readonly onWidth: (width: number | undefined) => void;
}

const handle = {
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  width: 9,
  cursor: 'col-resize',
  touchAction: 'none',
  userSelect: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 6,
    right: 0,
    width: '1px',
    bgcolor: 'divider',
  },
  '&:hover::after, &[data-dragged]::after': { width: '3px', bgcolor: 'primary.main' },
} as const;

/** The edge of a column's head: drawn, it sets the width; pressed twice, the column fits what it holds. */
export const WidthHandle = ({ column, sized, onWidth }: Props) => {
  const began = useRef<{ x: number; width: number; table: HTMLElement } | undefined>(undefined);
  const widthAt = (event: PointerEvent) =>
    began.current && fittingWidth(began.current.width + event.clientX - began.current.x);

  const begin = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.closest('th');
    const table = event.currentTarget.closest('table');
    if (!head || !table || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.dataset.dragged = '';
    began.current = { x: event.clientX, width: head.offsetWidth, table };
  };
  const move = (event: PointerEvent) => {
    const width = widthAt(event);
    if (width === undefined || !began.current) return;
    if (Math.abs(event.clientX - began.current.x) < 2) return;
    if (sized) previewWidth(began.current.table, column, width);
    else onWidth(width);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const width = widthAt(event);
    delete event.currentTarget.dataset.dragged;
    const moved = began.current !== undefined && event.clientX !== began.current.x;
    began.current = undefined;
    if (moved && event.type === 'pointerup') onWidth(width);
  };
  return (
    <Box
      aria-hidden
      data-width-handle={column}
      sx={handle}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
};
