import { Button, type ButtonProps, IconButton, Tooltip, useMediaQuery } from '@mui/material';
import { type ComponentType, useContext } from 'react';
import { CompactColumnsContext } from './list/state/columns';
import { useIsBesidePanel } from './screen';

interface Props extends Pick<ButtonProps, 'onClick' | 'loading' | 'disabled'> {
  readonly label: string;
  readonly icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>;
}

/** Below it, the buttons of a list's head with their words would take a second line. */
const NARROW = '(max-width: 1439.95px)';

/** Button in a list's head or bulk bar. It shows only its icon below 1440 px, beside a map and beside a detail panel. */
export const HeadButton = (props: Props) => {
  const { label, icon: Icon, ...button } = props;
  const isBesideMap = useContext(CompactColumnsContext) !== null;
  const isBesidePanel = useIsBesidePanel();
  const isNarrow = useMediaQuery(NARROW, { noSsr: true });
  if (isNarrow || isBesideMap || isBesidePanel) return <HeadIconButton {...props} />;
  return (
    <Button size="small" color="inherit" startIcon={<Icon />} loadingPosition="start" {...button}>
      {label}
    </Button>
  );
};

export const HeadIconButton = ({ label, icon: Icon, ...button }: Props) => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} {...button} sx={{ color: 'text.secondary' }}>
        <Icon fontSize="small" />
      </IconButton>
    </span>
  </Tooltip>
);
