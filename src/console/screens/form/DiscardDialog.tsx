import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';

interface Props {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before typed values are lost. */
export const DiscardDialog = ({ open, onStay, onLeave }: Props) => {
  const translate = useTranslate();
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onStay}
      maxWidth="xs"
      role="alertdialog"
      // The form's own dialog takes the focus back until this one has opened.
      slotProps={{ transition: { onEntered: () => stay.current?.focus() } }}
    >
      <DialogTitle>{translate('screens.discard.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('screens.discard.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {translate('screens.discard.leave')}
        </Button>
        <Button variant="contained" onClick={onStay} ref={stay}>
          {translate('screens.discard.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
