import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useLocale, usePermissions, useTranslate } from 'ra-core';
import { useId, useState, useSyncExternalStore } from 'react';
import type { Access } from '../../data';
import { useShell } from '../ShellContext';

/**
 * Said once when the server has forgotten the session, however many calls say so: nothing on the page works any more.
 * In English it can be called off, to read what is still on the page; where there is no page yet, it cannot.
 * Specification section 8.
 */
export const SessionDialog = () => {
  const translate = useTranslate();
  const { sessionLoss, startAgain } = useShell();
  const lost = useSyncExternalStore(sessionLoss.subscribe, sessionLoss.isLost);
  const [calledOff, setCalledOff] = useState(false);
  const { permissions: access } = usePermissions<Access | null>();
  const cancellable = useLocale() === 'en' && Boolean(access);
  const [title, text] = [useId(), useId()];
  return (
    <Dialog
      open={lost && !calledOff}
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
        {cancellable && (
          <Button color="secondary" onClick={() => setCalledOff(true)}>
            {translate('shell.session.cancel')}
          </Button>
        )}
        <Button variant="contained" autoFocus onClick={startAgain}>
          {translate('shell.session.button')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
