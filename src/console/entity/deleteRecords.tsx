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
import { useId, useState } from 'react';
import { type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../config';
import { useReaderLocale } from '../../fields/reader';
import { ApiError, errorMessage } from '../../protocol';
import { recordTitle } from './fieldsOf';
import { FailedRecords, LockedRecords, useUnlockedRecords } from './locked';
import { useScreen } from './screen';

interface Props {
  readonly records: readonly RaRecord[];
  /** Called with the deleted records; empty if nothing was deleted. */
  readonly onDone: (deleted: readonly RaRecord[]) => void;
}

/** Names what is about to be deleted, and says why when the server will not. */
export const DeleteDialog = ({ records: selectedRecords, onDone }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const titleId = useId();
  const { able, locked } = useUnlockedRecords('delete', selectedRecords);
  const [records, setRecords] = useState(able);
  const [deleted, setDeleted] = useState<readonly RaRecord[]>([]);
  const { mutate, isPending, data, turns } = useRemove(entity, (removal) => {
    const all = [...deleted, ...removal.deleted];
    if (removal.failed.length === 0) return onDone(all);
    setDeleted(all);
    setRecords(removal.failed.map(({ item }) => item));
  });
  const failed = isPending ? [] : (data?.failed ?? []);
  const close = () => {
    if (!isPending) onDone(deleted);
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
          ? translate('entity.remove.title', { smart_count: records.length })
          : translate('entity.remove.none')}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <LockedRecords verb="delete" records={locked} />
        {records.length > 0 && (failed.length === 0 || only) && (
          <DeleteQuestion records={records} turns={isPending ? turns : undefined} />
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
          {translate(failed.length > 0 || records.length === 0 ? 'entity.close' : 'entity.cancel')}
        </Button>
        {records.length > 0 && (
          <Button
            color="error"
            variant={failed.length > 0 ? 'outlined' : 'contained'}
            loading={isPending}
            onClick={() => mutate(records)}
          >
            {translate(failed.length > 0 ? 'entity.failure.retry' : 'entity.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

/** How many records are named; the rest are counted. */
const MAX_NAMED = 8;

/** Fewer are gone before a bar is seen. */
const SHOWS_PROGRESS = 500;

interface DeleteQuestionProps {
  readonly records: readonly RaRecord[];
  /** How many records have had their turn, while they are deleted. */
  readonly turns: number | undefined;
}

/** The records that are to be deleted, by name, and that there is no way back. */
const DeleteQuestion = ({ records, turns }: DeleteQuestionProps) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const rest = records.length - MAX_NAMED;
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {records.slice(0, MAX_NAMED).map((record) => (
          <Typography component="li" key={record.id} sx={{ fontWeight: 600 }}>
            {recordTitle(entity, record, locale)}
          </Typography>
        ))}
        {rest > 0 && (
          <Typography component="li" color="textSecondary">
            {translate('operations.offer.andMore', { smart_count: rest })}
          </Typography>
        )}
      </Box>
      <Typography color="textSecondary">{translate('entity.remove.final')}</Typography>
      {turns !== undefined && records.length >= SHOWS_PROGRESS && (
        <LinearProgress
          variant="determinate"
          value={(turns / records.length) * 100}
          aria-label={translate('entity.run.progress', { done: turns, total: records.length })}
        />
      )}
    </>
  );
};

/** Deletes records. They stay in view until the server has said that they are gone. */
const useRemove = (entity: AnyEntity, onRemoved: (removal: Removal) => void) => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const notify = useNotify();
  const [turns, setTurns] = useState(0);
  const mutation = useMutation<Removal, Error, readonly RaRecord[]>({
    mutationFn: (records) => {
      setTurns(0);
      return deleteRecords(records, {
        call: (ids) => dataProvider.deleteMany(entity.name, { ids }),
        onProgress: setTurns,
      });
    },
    onSuccess: (removal) => {
      const { deleted, failed } = removal;
      for (const { id } of deleted) {
        client.removeQueries({ queryKey: [entity.name, 'getOne', { id: String(id) }] });
      }
      if (failed.length === 0) {
        notify('entity.remove.done', {
          type: 'success',
          messageArgs: { smart_count: deleted.length },
        });
      }
      onRemoved(removal);
      return deleted.length > 0 ? client.invalidateQueries() : undefined;
    },
  });
  return { ...mutation, turns };
};

/** Records of one call at the most. */
const CALL_RECORDS = 1000;

/** Records that are refused one by one before the rest of their calls is refused as a whole. */
const MAX_REFUSALS = 50;

interface Removal {
  readonly deleted: readonly RaRecord[];
  readonly failed: readonly { readonly item: RaRecord; readonly why: string }[];
}

interface Options {
  readonly call: (ids: RaRecord['id'][]) => Promise<unknown>;
  /** Called after each call with how many records have had their turn. */
  readonly onProgress: (turns: number) => void;
}

/** The server said no to these records; to others it may say yes. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'business' && error.code !== 'noPermission';

const parts = <T,>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/**
 * Deletes any number of records, a call for as many as one may name. Records that the server refuses do not keep the
 * others: a refused call is made again in halves until the refused ones are found. A call that fails in another way
 * ends it; what had no turn is reported with the same reason.
 */
export const deleteRecords = async (
  records: readonly RaRecord[],
  { call, onProgress }: Options,
): Promise<Removal> => {
  const deleted: RaRecord[] = [];
  const failed: { item: RaRecord; why: string }[] = [];
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
