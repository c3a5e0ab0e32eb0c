import { IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useReasonTip } from '../../offers';

interface Props {
  /** What the tooltip says. */
  readonly label: string;
  /** What it is called where many of its kind stand under each other; the label where it stands alone. */
  readonly name?: string;
  /** Why it cannot be pressed. */
  readonly kept?: string;
  readonly danger?: boolean;
  readonly onClick: () => void;
  /** The icon. */
  readonly children: ReactNode;
}

/** Changes or deletes a record. Greyed it stays within reach, because it has something to explain. */
export const VerbButton = ({ label, name = label, kept, danger, onClick, children }: Props) => {
  const { tip, show } = useReasonTip(kept ?? null);
  const button = (
    <IconButton
      size="small"
      color="inherit"
      aria-label={name}
      aria-disabled={kept !== undefined}
      disableRipple={kept !== undefined}
      onClick={kept === undefined ? onClick : show}
      sx={{
        ...(danger && { '&:hover, &:focus-visible': { color: 'error.main' } }),
        '&[aria-disabled="true"]': { color: 'action.disabled', cursor: 'default' },
      }}
    >
      {children}
    </IconButton>
  );
  return kept === undefined ? (
    <Tooltip title={label}>{button}</Tooltip>
  ) : (
    <Tooltip {...tip}>{button}</Tooltip>
  );
};
