import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import { Menu } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { List } from '../list/useEntityList';
import { HeadButton } from '../parts/HeadButton';
import { ExportMenu } from './ExportMenu';
import { useExport } from './useExport';

/** Saves the rows in view, or all that match the filters, as the server writes them. */
export const ExportButton = ({ list }: { list: List }) => {
  const translate = useTranslate();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useExport();
  return (
    <span ref={anchor}>
      <HeadButton
        label={translate(isPending ? 'screens.export.running' : 'screens.export.button')}
        icon={ExportIcon}
        onClick={() => setOpen(true)}
        busy={isPending}
        disabled={list.total === 0}
      />
      <Menu open={open} anchorEl={anchor.current} onClose={() => setOpen(false)}>
        <ExportMenu
          list={list}
          onPick={(query) => {
            setOpen(false);
            mutate(query);
          }}
        />
      </Menu>
    </span>
  );
};
