import { Dialog } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useText } from '../../../fields/controls/useText';
import { DialogHead } from '../parts/DialogHead';
import { useScreen } from '../parts/ScreenContext';
import { useNarrow } from '../parts/useNarrow';
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
  const narrow = useNarrow();
  const titleId = useId();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = useLeaveGuard(dirty, url.closeForm);
  const rows = formRows(entity, record ? 'edit' : 'create');
  const paired = rows.some((row) => row.length > 1);
  const close = () => {
    if (!busy) leave.ask();
  };
  return (
    <Dialog
      open
      onClose={close}
      fullScreen={narrow}
      fullWidth
      maxWidth={paired ? 'sm' : 'xs'}
      aria-labelledby={titleId}
      scroll="paper"
    >
      <DialogHead
        id={titleId}
        title={translate(record ? 'screens.form.edit' : 'screens.form.create', {
          name: text(entity.label),
        })}
        onClose={close}
      />
      <EntityForm
        record={record}
        rows={rows}
        onDirty={setDirty}
        onBusy={setBusy}
        onCancel={close}
        onSaved={leave.go}
      />
      <DiscardDialog open={leave.asking} onStay={leave.stay} onLeave={leave.go} />
    </Dialog>
  );
};
