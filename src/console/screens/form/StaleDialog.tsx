import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useText } from '../../../fields/controls/useText';
import { StaleChoice } from './StaleChoice';
import type { StaleEdit } from './staleEdit';

interface Props {
  readonly stale: StaleEdit;
  readonly onLeave: () => void;
  /** @param taken names of the fields of which the stored value is taken */
  readonly onSettle: (taken: ReadonlySet<string>) => void;
}

/** Somebody else was faster: both versions side by side, and a choice for each value that both changed. */
export const StaleDialog = ({ stale, onLeave, onSettle }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const { disputed, others } = stale;
  const choose = (name: string, theirs: boolean) => {
    const next = new Set(taken);
    if (theirs) next.add(name);
    else next.delete(name);
    setTaken(next);
  };
  const names = others.map(({ field }) => text(field.label)).join(', ');
  return (
    <Dialog
      open
      onClose={onLeave}
      fullWidth
      maxWidth="sm"
      role="alertdialog"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{translate('screens.stale.title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography color="textSecondary">
          {translate(disputed.length > 0 ? 'screens.stale.choose' : 'screens.stale.apart')}
        </Typography>
        {disputed.map((each) => (
          <StaleChoice
            key={each.name}
            {...each}
            stale={stale}
            theirs={taken.has(each.name)}
            onChoose={(theirs) => choose(each.name, theirs)}
          />
        ))}
        {names && (
          <Typography variant="body2" color="textSecondary">
            {translate('screens.stale.others', { names })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onLeave}>
          {translate('screens.stale.back')}
        </Button>
        <Button variant="contained" onClick={() => onSettle(taken)} autoFocus>
          {translate('screens.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
