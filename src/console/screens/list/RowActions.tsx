import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useReaderLocale } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useKept } from '../parts/useKept';
import { VerbButton } from '../parts/VerbButton';
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
  const kept = useKept();
  return (
    <Box onClick={(event) => event.stopPropagation()} sx={actions}>
      {may.update && (
        <VerbButton
          label={translate('screens.edit')}
          name={translate('screens.list.editRow', { title })}
          kept={kept('update', record)}
          onClick={() => url.edit(record.id)}
        >
          <EditIcon sx={{ fontSize: 18 }} />
        </VerbButton>
      )}
      {may.delete && (
        <VerbButton
          label={translate('screens.delete')}
          name={translate('screens.list.deleteRow', { title })}
          kept={kept('delete', record)}
          danger
          onClick={() => askDelete([record])}
        >
          <DeleteIcon sx={{ fontSize: 18 }} />
        </VerbButton>
      )}
      <RowMenu record={record} />
    </Box>
  );
};
