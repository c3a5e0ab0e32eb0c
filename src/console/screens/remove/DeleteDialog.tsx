import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { FailedRecords } from '../parts/FailedRecords';
import { LeftRecords } from '../parts/LeftRecords';
import { useScreen } from '../parts/ScreenContext';
import { useSplit } from '../parts/useSplit';
import { DeleteQuestion } from './DeleteQuestion';
import { useRemove } from './useRemove';

interface Props {
  readonly records: readonly RaRecord[];
  /** Told which records are gone, none when nothing was deleted. */
  readonly onDone: (gone: readonly RaRecord[]) => void;
}

/** Names what is about to be deleted, and says why when the server will not. */
export const DeleteDialog = ({ records: given, onDone }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const titleId = useId();
  const { able, left } = useSplit('delete', given);
  const [records, setRecords] = useState(able);
  const [gone, setGone] = useState<readonly RaRecord[]>([]);
  const { mutate, isPending, data, turns } = useRemove(entity, (removal) => {
    const all = [...gone, ...removal.gone];
    if (removal.failed.length === 0) return onDone(all);
    setGone(all);
    setRecords(removal.failed.map(({ item }) => item));
  });
  const failed = isPending ? [] : (data?.failed ?? []);
  const close = () => {
    if (!isPending) onDone(gone);
  };
  // One refused record has its reason where others have their list.
  const [only] = records.length === 1 ? failed : [];
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>
        {records.length > 0
          ? translate('screens.remove.title', { smart_count: records.length })
          : translate('screens.remove.none')}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <LeftRecords verb="delete" records={left} />
        {records.length > 0 && (failed.length === 0 || only) && (
          <DeleteQuestion records={records} turns={isPending ? turns : undefined} />
        )}
        {failed.length > 0 && (
          <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-line' }}>
            {gone.length > 0 &&
              `${translate('screens.remove.some', { smart_count: gone.length })} `}
            {only ? only.why : translate('screens.run.failed', { smart_count: failed.length })}
          </Alert>
        )}
        {failed.length > 0 && !only && <FailedRecords failed={failed} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close} disabled={isPending} autoFocus>
          {translate(
            failed.length > 0 || records.length === 0 ? 'screens.close' : 'screens.cancel',
          )}
        </Button>
        {records.length > 0 && (
          <Button
            color="error"
            variant={failed.length > 0 ? 'outlined' : 'contained'}
            loading={isPending}
            onClick={() => mutate(records)}
          >
            {translate(failed.length > 0 ? 'screens.failure.retry' : 'screens.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
