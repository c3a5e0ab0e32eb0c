import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { Command } from '../../config';
import { useText } from '../../fields/controls/useText';
import { OfferIcon } from '../offers';

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
  const title = useId();
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="xs">
      <DialogTitle id={title} sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <OfferIcon name={command.icon} color="error" />
        {text(command.label)}
      </DialogTitle>
      <DialogContent>
        {command.confirm && <Typography>{text(command.confirm)}</Typography>}
        <Typography sx={{ mt: 1 }}>
          {translate('commands.panel.resendDanger', { smart_count: count })}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit" autoFocus>
          {translate('commands.cancel')}
        </Button>
        <Button onClick={confirm} variant="contained" color="error">
          {translate('commands.panel.resend')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
