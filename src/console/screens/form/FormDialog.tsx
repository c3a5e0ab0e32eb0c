import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { SheetDialog } from '../parts/SheetDialog';
import { DiscardDialog } from './DiscardDialog';
import { EntityForm } from './EntityForm';
import { formRows } from './formFields';
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
  const leave = useLeaveGuard(dirty, url.closeForm);
  const rows = formRows(entity, record ? 'edit' : 'create');
  const paired = rows.some((row) => row.length > 1);
  const close = () => {
    if (!busy) leave.ask();
  };
  return (
    <SheetDialog
      title={
        record
          ? translate('screens.form.edit', { title: titleOf(entity, record, locale) })
          : translate('screens.form.create', { name: text(entity.label) })
      }
      maxWidth={paired ? 'sm' : 'xs'}
      onClose={close}
    >
      <EntityForm
        record={record}
        rows={rows}
        onDirty={setDirty}
        onBusy={setBusy}
        onCancel={close}
        onSaved={leave.go}
      />
      <DiscardDialog open={leave.asking} onStay={leave.stay} onLeave={leave.go} />
    </SheetDialog>
  );
};
