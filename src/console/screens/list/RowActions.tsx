import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useReaderLocale } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { RowMenu } from './RowMenu';

const actions = {
  display: 'flex',
  justifyContent: 'flex-end',
  color: 'text.secondary',
  // A finger needs more room than a pointer.
  '@media (hover: none)': { '& .MuiIconButton-root': { p: 1.25 } },
} as const;

/** What can be done with one row. */
export const RowActions = ({ record }: { record: RaRecord }) => {
  const { entity, may, url, askDelete } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const title = titleOf(entity, record, locale);
  const edit = translate('screens.list.editRow', { title });
  const remove = translate('screens.list.deleteRow', { title });
  return (
    <Box onClick={(event) => event.stopPropagation()} sx={actions}>
      {may.update && (
        <Tooltip title={translate('screens.edit')}>
          <IconButton
            size="small"
            color="inherit"
            aria-label={edit}
            onClick={() => url.edit(record.id)}
          >
            <EditIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
      {may.delete && (
        <Tooltip title={translate('screens.delete')}>
          <IconButton
            size="small"
            color="inherit"
            aria-label={remove}
            onClick={() => askDelete([record])}
            sx={{ '&:hover, &:focus-visible': { color: 'error.main' } }}
          >
            <DeleteIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
      <RowMenu record={record} />
    </Box>
  );
};
