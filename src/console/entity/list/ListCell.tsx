import { Box, Link } from '@mui/material';
import { memo } from 'react';
import type { RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Field } from '../../../config';
import { titleColumn } from '../../../fields';
import { viewOf } from '../../../fields/views';
import { useBlockedReason, useReserved } from '../blocked';
import { useScreen } from '../screen';
import { FieldValue } from '../slots';
import { useFlash } from '../useFlash';
import { InlineEdit } from './InlineEdit';

interface Props {
  readonly name: string;
  readonly field: Field;
  readonly record: RaRecord;
  /** The cell that leads to the record's detail. */
  readonly lead: boolean;
}

const around = { mx: -0.75, px: 0.75, borderRadius: 1, minWidth: 0 } as const;

/** A live change touches one or two values of a row; the others need not be drawn again. */
const sameCell = (a: Props, b: Props) => {
  const title = titleColumn(a.field, a.name) ?? a.name;
  return (
    a.name === b.name &&
    a.field === b.field &&
    a.lead === b.lead &&
    // A component of its own may show anything of the record.
    (a.field.slots?.cell ? a.record === b.record : a.record.id === b.record.id) &&
    Object.is(a.record[a.name], b.record[a.name]) &&
    Object.is(a.record[title], b.record[title])
  );
};

/** One value of one row. */
export const ListCell = memo(({ name, field, record, lead }: Props) => {
  const { url, may } = useScreen();
  const blockedReason = useBlockedReason();
  const isReserved = useReserved();
  const value: unknown = record[name];
  const flashed = useFlash(value);
  const { long } = viewOf(field);
  const cell = <FieldValue field={field} name={name} record={record} />;
  const editable =
    field.inline &&
    may.update &&
    blockedReason('update', record) === undefined &&
    !isReserved(field, { current: record, values: {} });
  return (
    <Box ref={flashed} className={long && !lead ? 'long-value' : undefined} sx={around}>
      {lead ? (
        <Link
          component={RouterLink}
          to={{ search: url.showSearch(record.id) }}
          underline="hover"
          onClick={(event) => event.stopPropagation()}
          sx={{ fontWeight: 600, display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {cell}
        </Link>
      ) : editable ? (
        <InlineEdit name={name} field={field} record={record}>
          {cell}
        </InlineEdit>
      ) : (
        cell
      )}
    </Box>
  );
}, sameCell);
ListCell.displayName = 'ListCell';
