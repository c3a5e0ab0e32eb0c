import { Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Command } from '../../config';
import { useText } from '../../fields/controls/useText';
import { OfferDialog } from '../offers';

interface Props {
  readonly command: Command;
  readonly count: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What is dangerous is asked again before it is sent again. */
export const ResendDialog = ({ command, count, onConfirm, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <OfferDialog
      offering={command}
      count={count}
      busy={false}
      onClose={onClose}
      closeLabel={translate('commands.cancel')}
      onSubmit={confirm}
      submitLabel={translate('commands.panel.resend')}
    >
      {command.confirm && <Typography>{text(command.confirm)}</Typography>}
      <Typography>{translate('commands.panel.resendDanger', { smart_count: count })}</Typography>
    </OfferDialog>
  );
};
