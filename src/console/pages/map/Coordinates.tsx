import CopyIcon from '@mui/icons-material/ContentCopy';
import { IconButton, Tooltip } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';

/** Six decimals are a tenth of a metre; a lock's own fix is off by metres. */
const DECIMALS = 6;

/** A place in WGS-84 degrees, latitude first, as other maps and messengers take it. */
export const Coordinates = ({ lat, lon }: { readonly lat: number; readonly lon: number }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const text = `${lat.toFixed(DECIMALS)}, ${lon.toFixed(DECIMALS)}`;
  const label = translate('pages.map.card.copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('pages.map.card.copied', { type: 'info' });
    } catch {
      notify('pages.map.card.copyFailed', { type: 'warning' });
    }
  };
  return (
    <>
      {text}
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={copy} sx={{ ml: 0.5, my: -1 }}>
          <CopyIcon sx={{ fontSize: 16 }} />
        </IconButton>
      </Tooltip>
    </>
  );
};
