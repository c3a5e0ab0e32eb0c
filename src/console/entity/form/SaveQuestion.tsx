import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import type { SaveWarning } from './saveWarnings';

interface Props {
  readonly warnings: readonly SaveWarning[];
  readonly onStay: () => void;
  readonly onSave: () => void;
}

/** Asks before a form saves values with warnings. */
export const SaveQuestion = ({ warnings, onStay, onSave }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onStay}
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={titleId}
      // The form's dialog keeps the focus trapped until this one has opened.
      slotProps={{ transition: { onEntered: () => stay.current?.focus() } }}
    >
      <DialogTitle id={titleId}>{translate('entity.form.saveAnyway')}</DialogTitle>
      <DialogContent>
        {warnings.map(({ name, warning }) => (
          <DialogContentText key={name}>{text(warning)}</DialogContentText>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onSave}>{translate('ra.action.save')}</Button>
        <Button variant="contained" onClick={onStay} ref={stay}>
          {translate('entity.discard.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
