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
  /** The pages whose typed values would be lost; none closes the dialog. */
  titles: readonly string[];
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before a tab with typed values is taken down. */
export const DiscardDialog = ({ titles, onStay, onLeave }: Props) => {
  const translate = useTranslate();
  return (
    <Dialog open={titles.length > 0} onClose={onStay} maxWidth="xs" role="alertdialog">
      <DialogTitle>{translate('tabs.discard.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {translate('tabs.discard.text', { titles: titles.join(', ') })}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {translate('tabs.discard.leave')}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {translate('tabs.discard.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
