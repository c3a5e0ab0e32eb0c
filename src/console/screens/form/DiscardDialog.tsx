import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before typed values are lost. */
export const DiscardDialog = ({ open, onStay, onLeave }: Props) => {
  const translate = useTranslate();
  return (
    <Dialog open={open} onClose={onStay} maxWidth="xs" role="alertdialog">
      <DialogTitle>{translate('screens.discard.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('screens.discard.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {translate('screens.discard.leave')}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {translate('screens.discard.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
