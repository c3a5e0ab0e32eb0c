import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId, useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import type { Locale } from '../../config';
import { useReaderLocale } from '../../fields/views/reader';
import { useApp } from '../app/AppContext';
import type { Access } from '../data';

/**
 * Languages in which the operator may stay on the page after the session has ended, to read it. By the contract only the
 * English dialog has a button for it.
 */
const canCallOff: Readonly<Record<Locale, boolean>> = { en: true, zh: false };

/** Dialog about the lost session. It cannot be dismissed before a page is shown. */
export const SessionDialog = () => {
  const translate = useTranslate();
  const { startAgain } = useApp();
  const [calledOff, setCalledOff] = useState(false);
  const { permissions: access } = usePermissions<Access | null>();
  const cancellable = canCallOff[useReaderLocale()] && Boolean(access);
  const text = useId();
  return (
    <Dialog open={!calledOff} maxWidth="xs" role="alertdialog" aria-describedby={text}>
      <DialogTitle>{translate('shell.session.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={text}>{translate('shell.session.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        {cancellable && (
          <Button color="inherit" onClick={() => setCalledOff(true)}>
            {translate('ra.action.cancel')}
          </Button>
        )}
        <Button variant="contained" autoFocus onClick={startAgain}>
          {translate('shell.session.button')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
