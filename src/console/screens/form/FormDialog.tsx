import { type RaRecord, useTranslate } from 'ra-core';
import { useMemo, useRef, useState } from 'react';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { SheetDialog } from '../parts/SheetDialog';
import { useKept } from '../parts/useKept';
import { DiscardDialog } from './DiscardDialog';
import { EntityForm } from './EntityForm';
import { formRows } from './formFields';
import type { FormView } from './resolverOf';
import { useLeaveGuard } from './useLeaveGuard';

interface Props {
  /** The record to change; none for a new one. */
  readonly record?: RaRecord;
}

/** One dialog to make a record and to change it. What was typed is not lost without asking. */
export const FormDialog = ({ record }: Props) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const made = useRef<RaRecord>(undefined);
  // What a job does is watched.
  const close = () => {
    if (made.current && entity.poll) url.showCreated(made.current.id);
    else url.closeForm();
  };
  const keptFrom = useKept();
  const kept = keptFrom('update', record);
  const leave = useLeaveGuard(dirty, close);
  const [view] = useState<FormView>(record ? 'edit' : 'create');
  const rows = useMemo(() => formRows(entity, view), [entity, view]);
  const paired = rows.some((row) => row.length > 1);
  const cancel = () => {
    if (!busy) leave.ask();
  };
  const onSaved = (saved: RaRecord) => {
    if (!record && saved.id !== undefined) made.current = saved;
    leave.go();
  };
  const title = () => {
    if (!record) return translate('screens.form.create', { name: text(entity.label) });
    const own = titleOf(entity, record, locale);
    return kept === undefined ? translate('screens.form.edit', { title: own }) : own;
  };
  return (
    <SheetDialog title={title()} maxWidth={paired ? 'sm' : 'xs'} onClose={cancel}>
      <EntityForm
        record={record}
        rows={rows}
        kept={kept}
        onDirty={setDirty}
        onBusy={setBusy}
        onCancel={cancel}
        onSaved={onSaved}
      />
      <DiscardDialog open={leave.asking} onStay={leave.stay} onLeave={leave.go} />
    </SheetDialog>
  );
};
