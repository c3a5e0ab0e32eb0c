import CancelIcon from '@mui/icons-material/CancelOutlined';
import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Badge, Box, Button, LinearProgress, Typography } from '@mui/material';
import { IconButtonWithTooltip, useLocale, useTranslate } from 'react-admin';
import { numberFormat } from '../../domain/figures';
import { useListAddress } from '../app/menus';
import { BarWindow } from './BarButton';
import {
  EXPORTS,
  exportState,
  hasFile,
  isRunning,
  percentOf,
  type TrackedExport,
  useExportList,
} from './exports';

export const ExportsButton = () => {
  const translate = useTranslate();
  const { list } = useExportList();
  const all = useListAddress()(EXPORTS);
  const running = list.filter(({ progress }) => isRunning(progress)).length;
  return (
    <BarWindow
      label={translate(running > 0 ? 'shell.exports.open' : 'shell.exports.title', {
        smart_count: running,
      })}
      icon={
        <Badge badgeContent={running} color="primary">
          <DownloadIcon />
        </Badge>
      }
      title={translate('shell.exports.title')}
      all={all ? { to: all, label: translate('shell.exports.all') } : undefined}
      width={360}
    >
      {() => (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {list.map((entry) => (
            <ExportLine key={entry.id} entry={entry} />
          ))}
        </Box>
      )}
    </BarWindow>
  );
};

const ExportLine = ({ entry }: { entry: TrackedExport }) => {
  const translate = useTranslate();
  const { act, dismiss } = useExportList();
  const { id, title, progress } = entry;
  const button = isRunning(progress)
    ? { key: 'cancelNamed', Icon: CancelIcon, press: () => void act('cancel', id) }
    : { key: 'dismissNamed', Icon: CloseIcon, press: () => dismiss(id) };
  const label = translate(`shell.exports.${button.key}`, { title });
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography
          variant="subtitle2"
          component="h3"
          noWrap
          title={title}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {title}
        </Typography>
        {hasFile(progress) && (
          <Button
            size="small"
            startIcon={<DownloadIcon />}
            aria-label={translate('shell.exports.downloadNamed', { title })}
            onClick={() => void act('download', id)}
          >
            {translate('shell.exports.download')}
          </Button>
        )}
        <IconButtonWithTooltip label={label} size="small" onClick={button.press} edge="end">
          <button.Icon fontSize="small" />
        </IconButtonWithTooltip>
      </Box>
      <ExportState entry={entry} />
    </Box>
  );
};

const ExportState = ({ entry: { title, progress } }: { entry: TrackedExport }) => {
  const translate = useTranslate();
  const format = numberFormat(useLocale());
  const state = exportState(progress);
  const percent = progress && percentOf(progress);
  const failed = state === 'failed';
  const stateText = translate(`shell.exports.standing.${state}`, {
    rows: format.format(progress?.done ?? 0),
    total: format.format(progress?.total ?? 0),
  });
  return (
    <>
      <Typography
        variant="body2"
        color={failed ? 'error' : 'textSecondary'}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {(failed && progress?.message) || stateText}
      </Typography>
      {isRunning(progress) && (
        <LinearProgress
          aria-label={title}
          variant={percent === undefined ? 'indeterminate' : 'determinate'}
          value={percent ?? 0}
          sx={{ mt: 0.75, borderRadius: 1 }}
        />
      )}
    </>
  );
};
