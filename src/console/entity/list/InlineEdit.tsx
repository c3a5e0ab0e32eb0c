import EditIcon from '@mui/icons-material/EditOutlined';
import { Alert, Box, Button, IconButton, Popover, Stack } from '@mui/material';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { Field } from '../../../config';
import { useText } from '../../../fields/reader';
import { viewOf } from '../../../fields/views';
import { RecordForm, RecordInput } from '../form/RecordForm';

interface Props {
  readonly name: string;
  readonly field: Field;
  readonly record: RaRecord;
  readonly children: ReactNode;
}

const row = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  '& .inline-value': { flex: '0 1 auto', minWidth: 0 },
  // Over the value's end: a narrow column has no room for both.
  '& .inline-pencil': {
    position: 'absolute',
    right: -6,
    p: 0.25,
    opacity: 0,
    bgcolor: 'background.paper',
    '&:hover': { bgcolor: 'background.default' },
  },
  '&:hover .inline-pencil, & .inline-pencil:focus-visible': { opacity: 1 },
  '@media (hover: none)': {
    '& .inline-pencil': { position: 'static', opacity: 0.6, bgcolor: 'transparent' },
  },
} as const;

/** A number stands under its head's end; the pencil then lies over its beginning. */
const rowAtEnd = {
  ...row,
  justifyContent: 'flex-end',
  '& .inline-pencil': { ...row['& .inline-pencil'], right: 'auto', left: -6 },
} as const;

/** Class of the pencil, which F2 presses. */
export const INLINE_PENCIL = 'inline-pencil';

/** The row opens its detail by a click; the pencil and its form do something else with one. */
const keepFromRow = (event: MouseEvent) => event.stopPropagation();

/** Value that its pencil opens for a change. */
export const InlineEdit = ({ name, field, record, children }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const cell = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Box ref={cell} sx={viewOf(field).align === 'right' ? rowAtEnd : row}>
        <div className="inline-value">{children}</div>
        <IconButton
          className={INLINE_PENCIL}
          size="small"
          aria-label={translate('entity.list.editField', { field: text(field.label) })}
          onClick={(event) => {
            keepFromRow(event);
            setOpen(true);
          }}
        >
          <EditIcon sx={{ fontSize: 16 }} />
        </IconButton>
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

interface InlineFormProps {
  readonly name: string;
  readonly field: Field;
  readonly record: RaRecord;
  readonly onDone: () => void;
}

/** The form of one value, judged by the same rules as the whole record's. */
const InlineForm = ({ name, field, record, onDone }: InlineFormProps) => {
  const translate = useTranslate();
  const [rows] = useState([[{ name, field }]]);
  return (
    <RecordForm record={record} rows={rows} onSaved={onDone}>
      {({ saving, failure }) => (
        <Stack spacing={1}>
          <RecordInput name={name} field={field} record={record} autoFocus />
          {failure && (
            <Alert severity="error" role="alert">
              {failure}
            </Alert>
          )}
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
            <Button size="small" color="inherit" onClick={onDone} disabled={saving}>
              {translate('entity.cancel')}
            </Button>
            <Button size="small" type="submit" variant="contained" loading={saving}>
              {translate('entity.save')}
            </Button>
          </Stack>
        </Stack>
      )}
    </RecordForm>
  );
};
