import { Button, type ButtonProps, Tooltip } from '@mui/material';
import type { Offer } from './Offer';
import { OfferIcon } from './OfferIcon';
import { useReasonTip } from './useReasonTip';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> {
  readonly offer: Offer;
}

/**
 * The button of an offer. One that cannot be pressed now stays within reach of keyboard and touch, because it is the one
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
        startIcon={<OfferIcon name={icon} />}
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
