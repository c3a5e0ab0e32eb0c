import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import { ActionBulkBar, CommandBulkBar } from '../../operations';
import { targetsOf } from '../RowActions';
import { useScreen } from '../screen';
import { ExportSelected } from '../transfer/export';
import { BulkEditDialog } from './BulkEditDialog';
import { bulkEditableFields } from './BulkEditForm';
import { ListTitle } from './ListHead';
import { useSelected } from './selection';
import { useEntityList, useListRows } from './useEntityList';

/** What can be done with everything that is selected; it takes the place of the list's head. */
export const BulkBar = () => {
  const { entity, may, askDelete } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const { selectedIds, onUnselectItems } = useListContext();
  const { known, selected } = useEntityList();
  const rows = useListRows();
  const records = useSelected();
  const targets = useMemo(() => targetsOf(records), [records]);
  const [editing, setEditing] = useState(false);
  const closeEditing = () => {
    setEditing(false);
    // What was seen of them is no longer so.
    for (const { id } of records) known.delete(id);
  };
  const clear = translate('entity.bulk.clear');
  const count = selectedIds.length;
  const here = rows.filter(({ id }) => selected.has(id)).length;
  const format = new Intl.NumberFormat(locale);
  return (
    <Box
      role="toolbar"
      aria-label={translate('entity.bulk.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', flex: 1 }}
    >
      <ListTitle unseen />
      <Tooltip title={clear}>
        <IconButton size="small" onClick={() => onUnselectItems()} aria-label={clear}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Typography role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {translate(here === count ? 'entity.bulk.selected' : 'entity.bulk.selectedAlso', {
          count: format.format(count),
          here: format.format(here),
        })}
      </Typography>
      <CommandBulkBar entity={entity} records={targets} />
      <ActionBulkBar entity={entity} records={records} />
      {may.update && bulkEditableFields(entity).length > 0 && (
        <Button
          size="small"
          startIcon={<EditIcon />}
          disabled={records.length === 0}
          onClick={() => setEditing(true)}
        >
          {translate('entity.edit')}
        </Button>
      )}
      {may.export && <ExportSelected />}
      {may.delete && (
        <Button
          size="small"
          color="error"
          startIcon={<DeleteIcon />}
          disabled={records.length === 0}
          onClick={() => askDelete(records)}
        >
          {translate('entity.delete')}
        </Button>
      )}
      {editing && <BulkEditDialog records={records} onClose={closeEditing} />}
    </Box>
  );
};
