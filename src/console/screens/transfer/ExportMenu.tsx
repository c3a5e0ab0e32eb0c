import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined';
import { Divider, ListItemIcon, MenuItem } from '@mui/material';
import { useLocale, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { ExportQuery } from '../../data';
import { totalText } from '../list/total';
import type { List } from '../list/useEntityList';
import { useScreen } from '../parts/ScreenContext';
import { useWire } from '../parts/useWire';
import { exportable } from './exportable';
import { exportQuery } from './exportQuery';

interface Props {
  readonly list: List;
  readonly onPick: (query: ExportQuery) => void;
}

/** Which rows to export, and whether with all columns or those in view. */
export const ExportMenu = ({ list, onPick }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const { exportJobs } = useWire();
  const [inView, setInView] = useState(true);
  const columns = inView ? exportable(entity, list.columns) : undefined;
  const Box = inView ? CheckedIcon : UncheckedIcon;
  return (
    <>
      <MenuItem
        autoFocus
        onClick={() => onPick(exportQuery(list, { columns, now: Date.now(), job: exportJobs }))}
      >
        {translate('screens.export.all', {
          total: totalText(list.total, entity.record !== undefined, locale),
        })}
      </MenuItem>
      <MenuItem
        onClick={() =>
          onPick(
            exportQuery(list, { columns, now: Date.now(), ids: list.data.map(({ id }) => id) }),
          )
        }
      >
        {translate('screens.export.page', { smart_count: list.data.length })}
      </MenuItem>
      <Divider />
      <MenuItem role="menuitemcheckbox" aria-checked={inView} onClick={() => setInView(!inView)}>
        <ListItemIcon>
          <Box fontSize="small" />
        </ListItemIcon>
        {translate('screens.export.columns')}
      </MenuItem>
    </>
  );
};
