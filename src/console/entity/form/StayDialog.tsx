import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { useTranslate } from 'react-admin';

interface Props {
  readonly title: string;
  readonly texts: readonly string[];
  /** Button that goes on nevertheless. */
  readonly leave: ReactNode;
  readonly onStay: () => void;
}

/** Asks before a form discards its input, or saves values with warnings. */
export const StayDialog = ({ title, texts, leave, onStay }: Props) => {
  const translate = useTranslate();
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onStay}
      maxWidth="xs"
      role="alertdialog"
      // The form's dialog keeps the focus trapped until this one has opened.
      slotProps={{ transition: { onEntered: () => stay.current?.focus() } }}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        {texts.map((text) => (
          <DialogContentText key={text}>{text}</DialogContentText>
        ))}
      </DialogContent>
      <DialogActions>
        {leave}
        <Button variant="contained" onClick={onStay} ref={stay}>
          {translate('entity.discard.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
