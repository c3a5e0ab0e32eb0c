import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import { numberFormat } from '../../../../domain/figures';
import { ToolButton } from '../../../look/ToolButton';
import { useIsPhone } from '../../../look/useIsPhone';
import { BulkButtons } from '../../../operations';
import { HeadButton } from '../../HeadButton';
import { commandTargets } from '../../RowActions';
import { useScreen } from '../../screen';
import { recordsOfRow } from '../state/groups';
import { useSelectedRows } from '../state/selection';
import { useEntityList, useListRows } from '../state/useEntityList';
import { BulkEditDialog } from './BulkEditDialog';
import { bulkEditableFields } from './BulkEditForm';
import { ExportSelectedButton } from './export';
import { ListTitle } from './ListHead';
import { SelectPage } from './SelectAllBar';

const group = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const;

/** On a phone, the commands are in a second line; the first has only icons. */
const lastLine = { ...group, gap: 0.5, order: 1, width: 1, ml: -0.5 } as const;

/** Bar with the bulk actions for the selection, in place of the list's head. */
export const BulkBar = () => {
  const { entity, may, askDelete } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const { selectedIds, onUnselectItems } = useListContext();
  const { recordCache, selected, groups } = useEntityList();
  const rows = useListRows();
  const records = useSelectedRows();
  const targets = useMemo(() => commandTargets(records), [records]);
  const [editing, setEditing] = useState(false);
  const closeEditing = () => {
    setEditing(false);
    // The cached records are outdated now.
    for (const { id } of records) recordCache.delete(id);
  };
  const isPhone = useIsPhone();
  const count = selectedIds.length;
  const onPage = rows.flatMap((record) => recordsOfRow(entity, groups.get(record.id), record));
  const here = onPage.filter(({ id }) => selected.has(id)).length;
  const format = numberFormat(locale);
  return (
    <Box
      role="toolbar"
      aria-label={translate('entity.bulk.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', flex: 1 }}
    >
      <ListTitle unseen />
      <ToolButton label="entity.bulk.clear" onClick={() => onUnselectItems()} icon={CloseIcon} />
      <Typography role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {translate(here === count ? 'entity.bulk.selected' : 'entity.bulk.selectedAlso', {
          count: format.format(count),
          here: format.format(here),
        })}
      </Typography>
      {isPhone && <SelectPage />}
      <Box sx={isPhone ? lastLine : group}>
        <BulkButtons entity={entity} records={records} targets={targets} />
      </Box>
      <Box sx={isPhone ? { ...group, ml: 'auto' } : group}>
        {may.update && bulkEditableFields(entity).length > 0 && (
          <HeadButton
            label={translate('ra.action.edit')}
            icon={EditIcon}
            disabled={records.length === 0}
            onClick={() => setEditing(true)}
          />
        )}
        {may.export && <ExportSelectedButton />}
        {may.delete && (
          <HeadButton
            label={translate('ra.action.delete')}
            icon={DeleteIcon}
            disabled={records.length === 0}
            onClick={() => askDelete(records)}
          />
        )}
      </Box>
      {editing && <BulkEditDialog records={records} onClose={closeEditing} />}
    </Box>
  );
};
