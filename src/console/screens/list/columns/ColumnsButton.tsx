import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import { Popover } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { HeadButton } from '../../parts/HeadButton';
import type { List } from '../useEntityList';
import { ColumnsChooser } from './ColumnsChooser';

/** Opens the choice of columns. */
export const ColumnsButton = ({ list }: { list: List }) => {
  const translate = useTranslate();
  const anchor = useRef<HTMLSpanElement>(null);
  const label = translate('screens.columns.button');
  const [open, setOpen] = useState(false);
  return (
    <span ref={anchor}>
      <HeadButton label={label} icon={ColumnsIcon} onClick={() => setOpen(true)} />
      <Popover
        open={open}
        anchorEl={anchor.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { mt: 0.5, width: 300, overflow: 'hidden' },
          },
        }}
      >
        <ColumnsChooser list={list} />
      </Popover>
    </span>
  );
};
