import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CommandBulkBar } from '../../commands';
import { useScreen } from '../parts/ScreenContext';
import { targetsOf } from '../parts/targetsOf';
import { ListTitle } from './ListTitle';
import type { List } from './useEntityList';
import { useSelected } from './useSelected';

/** What can be done with everything that is selected; it takes the place of the list's head. */
export const BulkBar = ({ list }: { list: List }) => {
  const { entity, may, askDelete } = useScreen();
  const translate = useTranslate();
  const records = useSelected(entity, list.selectedIds, list.data);
  const clear = translate('screens.bulk.clear');
  return (
    <Box
      role="toolbar"
      aria-label={translate('screens.bulk.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', flex: 1 }}
    >
      <ListTitle unseen />
      <Tooltip title={clear}>
        <IconButton size="small" onClick={() => list.onUnselectItems()} aria-label={clear}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Typography role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {translate('screens.bulk.selected', { smart_count: list.selectedIds.length })}
      </Typography>
      <CommandBulkBar entity={entity} records={targetsOf(records)} />
      {may.delete && (
        <Button
          size="small"
          color="error"
          startIcon={<DeleteIcon />}
          disabled={records.length === 0}
          onClick={() => askDelete(records)}
        >
          {translate('screens.delete')}
        </Button>
      )}
    </Box>
  );
};
