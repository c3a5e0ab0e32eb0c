import type { TooltipProps } from '@mui/material';
import { useState } from 'react';

type TipProps = Pick<TooltipProps, 'title' | 'open' | 'onOpen' | 'onClose' | 'describeChild'>;

interface ReasonTip {
  readonly tip: TipProps;
  readonly show: () => void;
}

/** A tooltip with the reason why something is greyed: it also opens when that is pressed, as a finger cannot hover. */
export const useReasonTip = (reason: string | null): ReasonTip => {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  return {
    tip: {
      title: reason ?? '',
      open: open && reason !== null,
      onOpen: show,
      onClose: () => setOpen(false),
      describeChild: true,
    },
    show,
  };
};
