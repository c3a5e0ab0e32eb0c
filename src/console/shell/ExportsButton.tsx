import CancelIcon from '@mui/icons-material/CancelOutlined';
import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Badge, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useEffect } from 'react';
import {
  type Identifier,
  useDataProvider,
  useGetMany,
  useLocale,
  useNotify,
  useTranslate,
} from 'react-admin';
import { numberFormat } from '../../domain/figures';
import { JOB } from '../../domain/job';
import { ApiError } from '../../protocol';
import { useListAddress } from '../app/menus';
import {
  type ConsoleDataProvider,
  errorNotice,
  type FollowedExport,
  isFile,
  saveFile,
  useFollowedExports,
} from '../data';
import { ToolButton } from '../look/ToolButton';
import { BarWindow } from './BarButton';

const EXPORTS = 'exportJob';

/** Poll interval while an export runs, ms. */
const EVERY = 2_000;

/** Progress of an export as the server reports it. */
interface ExportJob {
  readonly id: Identifier;
  readonly state: number;
  /** Number of rows; null until they are counted. */
  readonly total: number | null;
  readonly done: number;
  readonly message: string | null;
}

/** Export with its job, which is undefined before the first answer. */
type ExportEntry = FollowedExport & { readonly job: ExportJob | undefined };

const isDenied = (error: Error | null) =>
  error instanceof ApiError && error.code === 'noPermission';

/**
 * Button with the exports that this window follows. The file of each is saved once when it is ready; an export that the
 * server no longer has is not listed.
 */
export const ExportsButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [followed, change] = useFollowedExports();
  const { data, error, isPlaceholderData, refetch } = useGetMany<ExportJob>(
    EXPORTS,
    { ids: followed.map(({ id }) => id) },
    {
      refetchInterval: ({ state }) =>
        !isDenied(state.error) && (state.data?.some(isRunning) ?? true) && EVERY,
      // The file is wanted even while the operator works in another window.
      refetchIntervalInBackground: true,
      placeholderData: (before) => before,
    },
  );
  const isAnswered = data && !isPlaceholderData;
  const list = followed
    .map((entry): ExportEntry => ({ ...entry, job: data?.find(({ id }) => id === entry.id) }))
    .filter(({ job }) => job || !isAnswered);
  const act = async (code: 'download' | 'cancel', id: FollowedExport['id']) => {
    try {
      const answer = await dataProvider.action(EXPORTS, code, [id]);
      if (isFile(answer)) saveFile(answer);
      else await refetch();
    } catch (error) {
      notify(...errorNotice(error));
    }
  };
  const end = ({ id, title, job }: ExportEntry) => {
    change((before) => before.map((each) => (each.id === id ? { ...each, notified: true } : each)));
    if (hasFile(job)) {
      notify('shell.exports.ready', { type: 'success', messageArgs: { title } });
      void act('download', id);
    } else if (job?.state === JOB.failed) {
      const reason = job.message || translate('shell.exports.standing.failed');
      notify('shell.exports.failed', { type: 'error', messageArgs: { title, why: reason } });
    }
  };
  // After each render: those that have ended, also during a reload.
  useEffect(() => {
    for (const entry of list) if (!entry.notified && !isRunning(entry.job)) end(entry);
  });
  const all = useListAddress()(EXPORTS);
  const running = list.filter(({ job }) => isRunning(job)).length;
  if (list.length === 0 || isDenied(error)) return null;
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
            <ExportLine
              key={entry.id}
              entry={entry}
              onAct={(code) => void act(code, entry.id)}
              onDismiss={() => change((before) => before.filter(({ id }) => id !== entry.id))}
            />
          ))}
        </Box>
      )}
    </BarWindow>
  );
};

interface LineProps {
  readonly entry: ExportEntry;
  readonly onAct: (code: 'download' | 'cancel') => void;
  /** Removes the export from the list; the server keeps it. */
  readonly onDismiss: () => void;
}

const ExportLine = ({ entry: { title, job }, onAct, onDismiss }: LineProps) => {
  const translate = useTranslate();
  const format = numberFormat(useLocale());
  const state = exportState(job);
  const failed = state === 'failed';
  const percent = job && percentOf(job);
  const button = isRunning(job)
    ? { key: 'cancelNamed', Icon: CancelIcon, press: () => onAct('cancel') }
    : { key: 'dismissNamed', Icon: CloseIcon, press: onDismiss };
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
        {hasFile(job) && (
          <Button
            size="small"
            startIcon={<DownloadIcon />}
            aria-label={translate('shell.exports.downloadNamed', { title })}
            onClick={() => onAct('download')}
          >
            {translate('shell.exports.download')}
          </Button>
        )}
        <ToolButton label={label} onClick={button.press} edge="end" icon={button.Icon} />
      </Box>
      <Typography
        variant="body2"
        color={failed ? 'error' : 'textSecondary'}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {(failed && job?.message) ||
          translate(`shell.exports.standing.${state}`, {
            rows: format.format(job?.done ?? 0),
            total: format.format(job?.total ?? 0),
          })}
      </Typography>
      {isRunning(job) && (
        <LinearProgress
          aria-label={title}
          variant={percent === undefined ? 'indeterminate' : 'determinate'}
          value={percent ?? 0}
          sx={{ mt: 0.75, borderRadius: 1 }}
        />
      )}
    </Box>
  );
};

/** True if the server still works on it, or its state is unknown. */
export const isRunning = (job: Pick<ExportJob, 'state'> | undefined): boolean =>
  job === undefined || job.state === JOB.waiting || job.state === JOB.running;

export const hasFile = (job: Pick<ExportJob, 'state'> | undefined): boolean =>
  job?.state === JOB.done || job?.state === JOB.doneWithErrors;

/** Percent of the rows written; undefined before they are counted or the export has started. */
export const percentOf = ({ state, total, done }: Omit<ExportJob, 'id'>): number | undefined =>
  total && state !== JOB.waiting ? Math.min(100, Math.round((100 * done) / total)) : undefined;

/** State of an export, as a key of the messages under `shell.exports.standing`. */
export const exportState = (job: Omit<ExportJob, 'id'> | undefined) => {
  if (!job || job.state === JOB.waiting) return 'waiting';
  if (job.state === JOB.running) return job.total ? 'counted' : 'running';
  if (job.state === JOB.failed) return 'failed';
  return hasFile(job) ? 'done' : 'cancelled';
};
