import { Box, type SxProps, type Theme, Tooltip } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';

interface Props {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Only when the text does not fit. */
  readonly whenCut?: boolean;
  readonly sx?: SxProps<Theme>;
}

const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth;

/** A tooltip that costs nothing until it is asked for: a list has hundreds. */
export const Hint = ({ title, children, whenCut = false, sx }: Props) => {
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const show = () => {
    if (anchor.current && (!whenCut || isCut(anchor.current))) setOpen(true);
  };
  const hide = () => setOpen(false);
  return (
    <Box component="span" ref={anchor} onMouseEnter={show} onMouseLeave={hide} sx={sx}>
      {children}
      {open && (
        <Tooltip open title={title} slotProps={{ popper: { anchorEl: anchor.current } }}>
          <span />
        </Tooltip>
      )}
    </Box>
  );
};
