import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Badge, Box, Button, Popover, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { BarButton } from '../topBar/BarButton';
import { useListAddress } from '../useListAddress';
import { ExportLine } from './ExportLine';
import { useExportList } from './ExportsProvider';
import { isUnderWay } from './followed';
import { EXPORTS } from './useProgress';

/** The exports of this window; nothing while there are none. */
export const ExportsButton = () => {
  const translate = useTranslate();
  const { list } = useExportList();
  const all = useListAddress()(EXPORTS);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = useId();
  const close = () => setAnchor(null);
  const running = list.filter(({ progress }) => isUnderWay(progress)).length;
  if (list.length === 0) return null;
  return (
    <>
      <BarButton
        label={translate(running > 0 ? 'shell.exports.open' : 'shell.exports.openDone', {
          smart_count: running,
        })}
        expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Badge badgeContent={running} color="primary">
          <DownloadIcon />
        </Badge>
      </BarButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': title,
            sx: { width: 360, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', pl: 2, pr: 1, minHeight: 48 }}>
          <Typography id={title} component="h2" variant="h6" sx={{ flex: 1 }}>
            {translate('shell.exports.title')}
          </Typography>
          {all && (
            <Button size="small" component={Link} to={all} onClick={close}>
              {translate('shell.exports.all')}
            </Button>
          )}
        </Box>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {list.map((entry) => (
            <ExportLine key={entry.id} entry={entry} />
          ))}
        </Box>
      </Popover>
    </>
  );
};
