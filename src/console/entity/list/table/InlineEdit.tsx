import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Popover, Stack, Tooltip } from '@mui/material';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { inSentence } from '../../../../domain/label';
import { useText } from '../../../../fields/views/reader';
import { viewOf } from '../../../../fields/views/registry';
import type { NamedField } from '../../../app/record';
import { ErrorAlert } from '../../../look/alerts';
import { useReasonTip } from '../../../operations';
import { RecordForm, RecordInput } from '../../form/RecordForm';

interface Props extends NamedField {
  readonly record: RaRecord;
  /** Reason why the value cannot be changed. */
  readonly blocked?: string;
  readonly children: ReactNode;
}

const row = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  '& .inline-value': { flex: '0 1 auto', minWidth: 0 },
  // Covers the end of the value: a narrow column has no room for both.
  '& .inline-pencil': {
    position: 'absolute',
    right: -6,
    p: 0.25,
    opacity: 0,
    bgcolor: 'background.paper',
    '&:hover': { bgcolor: 'background.default' },
    '&[aria-disabled="true"]': { color: 'action.disabled', cursor: 'default' },
  },
  '&:hover .inline-pencil, & .inline-pencil:focus-visible': { opacity: 1 },
  '@media (hover: none)': {
    '& .inline-pencil': { position: 'static', opacity: 0.6, bgcolor: 'transparent' },
  },
} as const;

/** Numbers are right-aligned, so the pencil covers their start. */
const rowAtEnd = {
  ...row,
  justifyContent: 'flex-end',
  '& .inline-pencil': { ...row['& .inline-pencil'], right: 'auto', left: -6 },
} as const;

/** Class of the pencil, which F2 clicks. */
export const INLINE_PENCIL = 'inline-pencil';

/** The row would open its detail on a click. */
const keepFromRow = (event: MouseEvent) => event.stopPropagation();

/** Value with a pencil that opens its inline form, or says why it does not. */
export const InlineEdit = ({ name, field, record, blocked, children }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const cell = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { tip, show } = useReasonTip(blocked ?? null);
  const pencil = (
    <IconButton
      className={INLINE_PENCIL}
      size="small"
      aria-label={translate('entity.list.editField', { field: inSentence(text(field.label)) })}
      aria-disabled={blocked !== undefined}
      disableRipple={blocked !== undefined}
      onClick={(event) => {
        keepFromRow(event);
        if (blocked === undefined) setOpen(true);
        else show();
      }}
    >
      <EditIcon sx={{ fontSize: 16 }} />
    </IconButton>
  );
  return (
    <>
      <Box ref={cell} sx={viewOf(field).align === 'right' ? rowAtEnd : row}>
        <div className="inline-value">{children}</div>
        {blocked === undefined ? pencil : <Tooltip {...tip}>{pencil}</Tooltip>}
      </Box>
      {open && (
        <Popover
          open
          anchorEl={cell.current}
          onClose={close}
          onClick={keepFromRow}
          slotProps={{ paper: { sx: { p: 1.5, width: 320 } } }}
        >
          <InlineForm name={name} field={field} record={record} onDone={close} />
        </Popover>
      )}
    </>
  );
};

type InlineFormProps = Omit<Props, 'blocked' | 'children'> & { readonly onDone: () => void };

/** Form of a single value, with the validation of the whole record's form. */
const InlineForm = ({ name, field, record, onDone }: InlineFormProps) => {
  const translate = useTranslate();
  const [rows] = useState([[{ name, field }]]);
  return (
    <RecordForm record={record} rows={rows} onSaved={onDone}>
      {({ saving, failure }) => (
        <Stack spacing={1}>
          <RecordInput name={name} field={field} record={record} autoFocus />
          <ErrorAlert>{failure}</ErrorAlert>
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
            <Button size="small" color="inherit" onClick={onDone} disabled={saving}>
              {translate('ra.action.cancel')}
            </Button>
            <Button size="small" type="submit" variant="contained" loading={saving}>
              {translate('ra.action.save')}
            </Button>
          </Stack>
        </Stack>
      )}
    </RecordForm>
  );
};
