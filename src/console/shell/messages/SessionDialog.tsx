import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useSyncExternalStore } from 'react';
import { useShell } from '../ShellContext';

/** Said once when the server has forgotten the session, and not to be dismissed: nothing on the page works any more. */
export const SessionDialog = () => {
  const translate = useTranslate();
  const { sessionLoss, startAgain } = useShell();
  const lost = useSyncExternalStore(sessionLoss.subscribe, sessionLoss.isLost);
  const [title, text] = [useId(), useId()];
  return (
    <Dialog
      open={lost}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title}>{translate('shell.session.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={text}>{translate('shell.session.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={startAgain}>
          {translate('shell.session.button')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
