import { Button, IconButton, Tooltip } from '@mui/material';
import type { ComponentType } from 'react';
import { useIsPhone } from '../look/useIsPhone';

interface Props {
  readonly label: string;
  readonly icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>;
  readonly onClick: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
}

/** A button of a list's head: with words where there is room, without on a phone. */
export const HeadButton = ({ label, icon: Icon, onClick, busy = false, disabled }: Props) =>
  useIsPhone() ? (
    <Tooltip title={label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          onClick={onClick}
          loading={busy}
          disabled={disabled}
          sx={{ color: 'text.secondary' }}
        >
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  ) : (
    <Button
      size="small"
      color="inherit"
      startIcon={<Icon />}
      onClick={onClick}
      loading={busy}
      loadingPosition="start"
      disabled={disabled}
    >
      {label}
    </Button>
  );
