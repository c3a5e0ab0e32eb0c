import { Alert, Button, DialogActions, DialogContent } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { FailedRecords } from '../../parts/FailedRecords';
import type { RunResult } from './runEach';

interface Props {
  readonly result: RunResult<RaRecord>;
  readonly onRetry: (records: readonly RaRecord[]) => void;
  readonly onClose: () => void;
}

/** How many records were changed, and which were not. */
export const EditManyReport = ({ result: { done, failed, left }, onRetry, onClose }: Props) => {
  const translate = useTranslate();
  const complete = failed.length === 0 && left.length === 0;
  const again = [...failed.map(({ item }) => item), ...left];
  const said = [
    translate('screens.editMany.done', { smart_count: done.length }),
    failed.length > 0 && translate('screens.run.failed', { smart_count: failed.length }),
    left.length > 0 && translate('screens.run.left', { smart_count: left.length }),
  ];
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Alert severity={complete ? 'success' : 'warning'} role="status">
          {said.filter(Boolean).join(' ')}
        </Alert>
        {failed.length > 0 && <FailedRecords failed={failed} />}
      </DialogContent>
      <DialogActions>
        {!complete && (
          <Button color="inherit" onClick={() => onRetry(again)} sx={{ mr: 'auto' }}>
            {translate('screens.run.retry', { smart_count: again.length })}
          </Button>
        )}
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('screens.close')}
        </Button>
      </DialogActions>
    </>
  );
};
