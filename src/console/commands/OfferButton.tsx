import { Button, type ButtonProps, Tooltip } from '@mui/material';
import { CommandIcon } from './CommandIcon';
import type { Offer } from './useOffers';
import { useReasonTip } from './useReasonTip';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> {
  readonly offer: Offer;
}

/**
 * A command's button. One that cannot be pressed now stays within reach of keyboard and touch, because it is the one
 * that has something to explain.
 */
export const OfferButton = ({ offer, ...props }: Props) => {
  const { icon, danger, label, reason, open } = offer;
  const { tip, show } = useReasonTip(reason);
  return (
    <Tooltip {...tip}>
      <Button
        {...props}
        color={danger ? 'error' : 'primary'}
        startIcon={<CommandIcon name={icon} />}
        aria-disabled={reason !== null}
        disableRipple={reason !== null}
        onClick={reason === null ? open : show}
        sx={{
          whiteSpace: 'nowrap',
          '&[aria-disabled="true"]': {
            color: 'text.disabled',
            borderColor: 'action.disabledBackground',
            backgroundColor: 'transparent',
            boxShadow: 'none',
            cursor: 'default',
          },
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
};
