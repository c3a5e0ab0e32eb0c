import { Button, DialogActions, DialogContent, LinearProgress, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'ra-core';

interface Props {
  readonly behind: number;
  readonly of: number;
  readonly onStop: () => void;
}

/** How far a run over many records is. */
export const RunProgress = ({ behind, of, onStop }: Props) => {
  const translate = useTranslate();
  const format = new Intl.NumberFormat(useLocale());
  const said = translate('screens.run.progress', {
    done: format.format(behind),
    total: format.format(of),
  });
  return (
    <>
      <DialogContent>
        <Typography sx={{ mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>{said}</Typography>
        <LinearProgress variant="determinate" value={(behind / of) * 100} aria-label={said} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onStop} autoFocus>
          {translate('screens.run.stop')}
        </Button>
      </DialogActions>
    </>
  );
};
