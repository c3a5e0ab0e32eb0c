import { Link } from '@mui/material';
import { type MouseEvent, memo, type ReactNode, useContext } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { cellFields } from '../../../../fields';
import { viewOf } from '../../../../fields/views/registry';
import { useWhyNot } from '../../../app';
import { FieldCell } from '../../../app/slots';
import { MasterDetailContext, useOverlay, useScreen } from '../../screen';
import { useFlash } from '../../useFlash';
import type { TableColumn } from './columnWidths';
import { InlineEdit } from './InlineEdit';

interface Props extends TableColumn {
  readonly record: RaRecord;
}

/**
 * Memoises cells: a live change touches a few values of a row. True if a cell shows the same, because the values that it
 * reads are.
 */
export const sameCell = (a: Props, b: Props): boolean =>
  a.name === b.name &&
  a.field === b.field &&
  a.lead === b.lead &&
  // A custom component may show anything of the record, and conditions of editing may name any field.
  (a.field.slots?.cell || a.field.inline ? a.record === b.record : a.record.id === b.record.id) &&
  cellFields(a.field, a.name).every((each) => Object.is(a.record[each], b.record[each]));

export const ListCell = memo(({ name, field, record, lead }: Props) => {
  const { entity, may } = useScreen();
  const whyNot = useWhyNot(entity);
  const value: unknown = record[name];
  const flashed = useFlash(value);
  const { long } = viewOf(field);
  const cell = <FieldCell field={field} name={name} record={record} />;
  const isInline = field.inline === true && may.update && !lead;
  const reason = isInline
    ? (whyNot.text({ verb: 'update' }, record) ?? whyNot.text({ field: name, values: {} }, record))
    : undefined;
  return (
    <div ref={flashed} className={long && !lead ? 'cell-value long-value' : 'cell-value'}>
      {lead ? (
        <LeadLink id={record.id}>{cell}</LeadLink>
      ) : isInline ? (
        <InlineEdit name={name} field={field} record={record} blocked={reason}>
          {cell}
        </InlineEdit>
      ) : (
        cell
      )}
    </div>
  );
}, sameCell);
ListCell.displayName = 'ListCell';

/**
 * Link to a record's detail. Beside a detail panel, a plain click is one on the row, which selects it. It is a component
 * of its own, because only the link depends on the rest of the URL.
 */
const LeadLink = ({ id, children }: { readonly id: Identifier; readonly children: ReactNode }) => {
  const isBesidePanel = useContext(MasterDetailContext) !== null;
  const press = (event: MouseEvent) => {
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isBesidePanel && !opensTab) event.preventDefault();
    else event.stopPropagation();
  };
  return (
    <Link
      component={RouterLink}
      to={{ search: useOverlay().showSearch(id) }}
      underline="hover"
      onClick={press}
      sx={{ fontWeight: 500, display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      {children}
    </Link>
  );
};
