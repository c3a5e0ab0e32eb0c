import { IconButton, Tooltip } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';

interface Props {
  /** Its name, for those who do not see the icon and those who do not know it. */
  label: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** For a button that opens something. */
  expanded?: boolean;
  hasMenu?: boolean;
  children: ReactNode;
}

/** A button of the top bar. */
export const BarButton = ({ label, onClick, expanded, hasMenu, children }: Props) => (
  <Tooltip title={label} disableTouchListener>
    <IconButton
      aria-label={label}
      aria-expanded={expanded}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      onClick={onClick}
      sx={{ width: 38, height: 38, color: 'text.secondary', '& svg': { fontSize: 21 } }}
    >
      {children}
    </IconButton>
  </Tooltip>
);
