import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CALL_ROWS } from '../list/select/collectMatching';
import type { List } from '../list/useEntityList';
import { useScreen } from '../parts/ScreenContext';
import { exportable } from './exportable';
import { exportQuery } from './exportQuery';
import { useExport } from './useExport';

/** Saves the selected rows with the columns in view. More rows than one call can name go by their filters. */
export const ExportSelected = ({ list }: { list: List }) => {
  const translate = useTranslate();
  const { entity } = useScreen();
  const { mutate, isPending } = useExport();
  const { selectedIds: ids, columns } = list;
  const tooMany = ids.length > CALL_ROWS;
  const button = (
    <Button
      size="small"
      startIcon={<ExportIcon />}
      loading={isPending}
      loadingPosition="start"
      disabled={tooMany}
      onClick={() =>
        mutate(exportQuery(list, { ids, columns: exportable(entity, columns), now: Date.now() }))
      }
    >
      {translate('screens.export.button')}
    </Button>
  );
  return tooMany ? (
    <Tooltip title={translate('screens.export.tooMany', { most: CALL_ROWS })}>
      {/* A button that is off tells nobody why. */}
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  );
};
