import { Button, IconButton, Tooltip, useMediaQuery } from '@mui/material';
import { type ComponentType, useContext } from 'react';
import { CompactColumnsContext } from './list/state/columns';
import { useIsBesidePanel } from './screen';

interface Props {
  readonly label: string;
  readonly icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>;
  readonly onClick: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
}

/** Below it, the buttons of a list's head with their words would take a second line. */
const NARROW = '(max-width: 1439.95px)';

/** Button in a list's head or bulk bar. It shows only its icon below 1440 px, beside a map and beside a detail panel. */
export const HeadButton = (props: Props) => {
  const { label, icon: Icon, onClick, busy = false, disabled } = props;
  const isBesideMap = useContext(CompactColumnsContext) !== null;
  const isBesidePanel = useIsBesidePanel();
  const isNarrow = useMediaQuery(NARROW, { noSsr: true });
  if (isNarrow || isBesideMap || isBesidePanel) return <HeadIconButton {...props} />;
  return (
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
};

export const HeadIconButton = ({ label, icon: Icon, onClick, busy = false, disabled }: Props) => (
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
);
