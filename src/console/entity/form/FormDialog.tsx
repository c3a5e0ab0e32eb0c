import { Button } from '@mui/material';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import type { BlockerFunction } from 'react-router-dom';
import type { AnyEntity, Field } from '../../../config';
import { isSecret } from '../../../fields';
import { linesOf } from '../../../fields/lines';
import { useNoun, useText } from '../../../fields/views/reader';
import { usePageBlocker, useUnsavedChanges, useWhyNot } from '../../app';
import { fieldsForView } from '../../app/record';
import { useRecordNames } from '../../app/recordNames';
import { errorNotice } from '../../data';
import { SheetDialog } from '../SheetDialog';
import { useRecord, useScreen } from '../screen';
import { OVERLAY_PARAMS } from '../screenUrl';
import { EntityForm } from './EntityForm';
import { StayDialog } from './StayDialog';
import { type FormView, formRows } from './values';

/** Dialog that creates or edits a record. It asks before unsaved input is lost. @param record undefined for a new one */
export const FormDialog = ({ record }: { readonly record?: RaRecord }) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const noun = useNoun();
  const text = useText();
  const { fullNameOf } = useRecordNames(entity);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const createdRecord = useRef<RaRecord>(undefined);
  // Open the new record of a polled entity, so that the operator can watch its job.
  const close = () => {
    if (createdRecord.current && entity.poll) url.showCreated(createdRecord.current.id);
    else url.closeForm();
  };
  const blocked = useWhyNot(entity).text({ verb: 'update' }, record);
  const leave = useLeaveGuard(dirty, close);
  const [view] = useState<FormView>(record ? 'edit' : 'create');
  const rows = useMemo(() => formRows(entity, view), [entity, view]);
  const paired = rows.some((row) => row.length > 1);
  const hasLines = linesOf(entity).length > 0;
  const cancel = () => {
    if (!busy) leave.ask();
  };
  const onSaved = (saved: RaRecord) => {
    const own = fullNameOf(saved);
    notify(record ? 'entity.form.changed' : 'entity.form.added', {
      type: 'success',
      // The answer for a new record has no titles of its references.
      messageArgs: { title: own === String(saved.id) ? text(entity.label) : own },
    });
    if (!record && saved.id !== undefined) createdRecord.current = saved;
    leave.go();
  };
  const title = () => {
    if (!record) return translate('entity.form.create', { name: noun(entity, 1) });
    const own = fullNameOf(record);
    return blocked === undefined ? translate('entity.form.edit', { title: own }) : own;
  };
  return (
    <SheetDialog
      title={title()}
      maxWidth={hasLines ? 'lg' : paired ? 'sm' : 'xs'}
      onClose={cancel}
      dockable
    >
      <EntityForm
        record={record}
        rows={rows}
        blocked={blocked}
        onDirty={setDirty}
        onBusy={setBusy}
        onCancel={cancel}
        onSaved={onSaved}
      />
      {leave.asking && (
        <StayDialog
          title={translate('entity.discard.title')}
          texts={[translate('entity.discard.text')]}
          onStay={leave.stay}
          leave={
            <Button color="error" onClick={leave.go}>
              {translate('entity.discard.leave')}
            </Button>
          }
        />
      )}
    </SheetDialog>
  );
};

const NONE: readonly RaRecord[] = [];

/** True if the form has virtual fields that only `get` returns, not the list. */
const needsWhole = (entity: AnyEntity) =>
  fieldsForView(entity, 'edit').some(
    ({ field }) => field.virtual && !(field as Field<'lngLat'>).columns && !isSecret(field),
  );

/**
 * Form of a record from the list, or loaded if a link led straight to it. It stays open if the record leaves the list.
 */
export const EditDialog = ({ id, rows }: { id: string | number; rows: readonly RaRecord[] }) => {
  const { entity, url } = useScreen();
  const notify = useNotify();
  const candidates = needsWhole(entity) ? NONE : rows;
  const row = candidates.find((each) => String(each.id) === String(id));
  const [initialRecord, setInitialRecord] = useState(row);
  const { record, query } = useRecord(entity, initialRecord ? undefined : id, candidates);
  if (!initialRecord && record && !query.isFetching) setInitialRecord(record);
  const error = initialRecord ? null : query.error;
  useEffect(() => {
    if (!error) return;
    notify(...errorNotice(error));
    url.closeForm();
  }, [error, notify, url]);
  return initialRecord ? <FormDialog record={initialRecord} /> : null;
};

/** True if a navigation keeps the form open. A debounced filter changes the URL without closing anything. */
const staysOpen = ({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]): boolean => {
  const [now, next] = [currentLocation, nextLocation].map(
    ({ search }) => new URLSearchParams(search),
  );
  return (
    currentLocation.pathname === nextLocation.pathname &&
    OVERLAY_PARAMS.every((name) => now?.get(name) === next?.get(name))
  );
};

/**
 * Asks before unsaved input is lost: by the dialog's buttons, the browser's Back, a link, or closing the browser tab,
 * where the browser itself asks. Pages that keep the input alive may be opened without a question.
 * @param leave closes the dialog
 */
const useLeaveGuard = (dirty: boolean, leave: () => void) => {
  const [isAsking, setIsAsking] = useState(false);
  const isLeaving = useRef(false);
  const outlives = useUnsavedChanges(dirty);
  const blocker = usePageBlocker(
    (step) =>
      dirty && !isLeaving.current && !staysOpen(step) && !outlives(step.nextLocation.pathname),
  );

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);

  const go = () => {
    isLeaving.current = true;
    if (blocker.state === 'blocked') blocker.proceed();
    else leave();
  };
  const stay = () => {
    setIsAsking(false);
    blocker.reset?.();
  };
  const ask = () => {
    if (dirty) setIsAsking(true);
    else go();
  };
  return { asking: isAsking || blocker.state === 'blocked', ask, go, stay };
};
