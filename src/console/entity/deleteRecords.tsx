import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../config';
import { ApiError, errorMessage } from '../../protocol';
import { useRecordNames } from '../app/recordNames';
import { useAllowedRecords } from '../operations';
import { type Failed, FailedRecords, RefusedRecords } from './refused';
import { useScreen } from './screen';

interface Props {
  readonly records: readonly RaRecord[];
  /** Called with the deleted records; empty if nothing was deleted. */
  readonly onDone: (deleted: readonly RaRecord[]) => void;
}

const DELETE = { verb: 'delete' } as const;

/** Dialog that names the records to delete and, after a refusal, the reasons of the server. */
export const DeleteDialog = ({ records: selectedRecords, onDone }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const { allowed, refused } = useAllowedRecords(entity, DELETE, selectedRecords);
  const [records, setRecords] = useState(allowed);
  const [deleted, setDeleted] = useState<readonly RaRecord[]>([]);
  const { mutate, isPending, data, processed } = useRemove(entity, (removal) => {
    const all = [...deleted, ...removal.deleted];
    if (removal.failed.length === 0) return onDone(all);
    setDeleted(all);
    setRecords(removal.failed.map(({ item }) => item));
  });
  const failed = isPending ? [] : (data?.failed ?? []);
  const close = () => {
    if (!isPending) onDone(deleted);
  };
  // A single refused record shows its reason in place of a list.
  const [only] = records.length === 1 ? failed : [];
  return (
    <Dialog open onClose={close} maxWidth="xs" role="alertdialog">
      <DialogTitle>
        {records.length > 0
          ? translate('entity.remove.title', { smart_count: records.length })
          : translate('entity.remove.none')}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <RefusedRecords attempt={DELETE} refused={refused} />
        {records.length > 0 && (failed.length === 0 || only) && (
          <DeleteQuestion records={records} processed={isPending ? processed : undefined} />
        )}
        {failed.length > 0 && (
          <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-line' }}>
            {deleted.length > 0 &&
              `${translate('entity.remove.some', { smart_count: deleted.length })} `}
            {only ? only.why : translate('entity.run.failed', { smart_count: failed.length })}
          </Alert>
        )}
        {failed.length > 0 && !only && <FailedRecords failed={failed} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close} disabled={isPending} autoFocus>
          {translate(
            failed.length > 0 || records.length === 0 ? 'ra.action.close' : 'ra.action.cancel',
          )}
        </Button>
        {records.length > 0 && (
          <Button
            color="error"
            variant={failed.length > 0 ? 'outlined' : 'contained'}
            loading={isPending}
            onClick={() => mutate(records)}
          >
            {translate(failed.length > 0 ? 'pages.retry' : 'ra.action.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

/** Number of names that are shown; further records are counted. */
const MAX_NAMED = 8;

/** Number of records from which a progress bar is shown: fewer are deleted before it would be noticed. */
const SHOWS_PROGRESS = 500;

interface DeleteQuestionProps {
  readonly records: readonly RaRecord[];
  /** Number of processed records; undefined before the deletion starts. */
  readonly processed: number | undefined;
}

/** Names of the records to delete, with a warning that it cannot be undone. */
const DeleteQuestion = ({ records, processed }: DeleteQuestionProps) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const { fullNameOf } = useRecordNames(entity);
  const rest = records.length - MAX_NAMED;
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {records.slice(0, MAX_NAMED).map((record) => (
          <Typography component="li" key={record.id} sx={{ fontWeight: 600 }}>
            {fullNameOf(record)}
          </Typography>
        ))}
        {rest > 0 && (
          <Typography component="li" color="textSecondary">
            {translate('operations.offer.andMore', { smart_count: rest })}
          </Typography>
        )}
      </Box>
      <Typography color="textSecondary">{translate('entity.remove.final')}</Typography>
      {processed !== undefined && records.length >= SHOWS_PROGRESS && (
        <LinearProgress
          variant="determinate"
          value={(processed / records.length) * 100}
          aria-label={translate('entity.run.progress', { done: processed, total: records.length })}
        />
      )}
    </>
  );
};

/** Deletes records. They stay in view until the server has confirmed the deletion. */
const useRemove = (entity: AnyEntity, onRemoved: (removal: Removal) => void) => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const notify = useNotify();
  const { fullNameOf } = useRecordNames(entity);
  const [processed, setProcessed] = useState(0);
  const mutation = useMutation<Removal, Error, readonly RaRecord[]>({
    mutationFn: (records) => {
      setProcessed(0);
      const call = (ids: RaRecord['id'][]) => dataProvider.deleteMany(entity.name, { ids });
      return deleteRecords(records, call, setProcessed);
    },
    onSuccess: (removal) => {
      const { deleted, failed } = removal;
      for (const { id } of deleted) {
        client.removeQueries({ queryKey: [entity.name, 'getOne', { id: String(id) }] });
      }
      if (failed.length === 0) {
        const [first, second] = deleted;
        notify(second ? 'entity.remove.doneAll' : 'entity.remove.done', {
          type: 'success',
          messageArgs: { smart_count: deleted.length, title: first ? fullNameOf(first) : '' },
        });
      }
      onRemoved(removal);
      return deleted.length > 0 ? client.invalidateQueries() : undefined;
    },
  });
  return { ...mutation, processed };
};

const CALL_RECORDS = 1000;

/** Number of refused records after which a refused call is no longer split. */
const MAX_REFUSALS = 50;

interface Removal {
  readonly deleted: readonly RaRecord[];
  readonly failed: readonly Failed[];
}

/** True if the server refused these records and may accept others. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'business' && error.code !== 'noPermission';

const parts = <T,>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/**
 * Deletes any number of records, in calls of at most `CALL_RECORDS`. A refused call is repeated in halves, so that the
 * other records are deleted. Any other failure stops the run: all remaining records fail with its reason.
 * @param onProgress called after each call with the number of processed records
 */
export const deleteRecords = async (
  records: readonly RaRecord[],
  call: (ids: RaRecord['id'][]) => Promise<unknown>,
  onProgress: (processed: number) => void,
): Promise<Removal> => {
  const deleted: RaRecord[] = [];
  const failed: Failed[] = [];
  const queue = parts(records, CALL_RECORDS);
  const fail = (items: readonly RaRecord[], why: string) =>
    failed.push(...items.map((item) => ({ item, why })));
  for (let part = queue.shift(); part; part = queue.shift()) {
    try {
      await call(part.map(({ id }) => id));
      deleted.push(...part);
    } catch (error) {
      const why = errorMessage(error);
      if (!isRefusal(error)) fail([...part, ...queue.splice(0).flat()], why);
      else if (part.length === 1 || failed.length >= MAX_REFUSALS) fail(part, why);
      else queue.unshift(...parts(part, Math.ceil(part.length / 2)));
    }
    onProgress(deleted.length + failed.length);
  }
  return { deleted, failed };
};
