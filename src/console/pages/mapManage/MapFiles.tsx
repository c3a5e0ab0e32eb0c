import FilesIcon from '@mui/icons-material/ImportExport';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  LinearProgress,
  List,
  ListItem,
  ListItemText,
  Menu,
  MenuItem,
  Paper,
  Tooltip,
} from '@mui/material';
import { useId, useState } from 'react';
import { useDataProvider, useListContext, useRefresh, useTranslate } from 'react-admin';
import { fenceType, maxPointsHint, pointsOf, shapeError } from '../../../domain/fence';
import { choiceLabel, type Label } from '../../../domain/label';
import { useText } from '../../../fields/reader';
import { errorMessage } from '../../../protocol';
import { type ConsoleDataProvider, saveFile, useReaderContext } from '../../data';
import { useScreen } from '../../entity';
import {
  type Candidate,
  featuresFrom,
  kmlOf,
  MAX_MAP_FILE_BYTES,
  MAX_SHAPES,
  type MapFile,
  MapFileError,
  readMapFile,
} from './mapFile';

interface Props {
  readonly what: 'fences' | 'points';
  /** Points of a line or polygon at the most. */
  readonly maxPoints: number;
}

/** Records of one file at the most. */
const MOST_WRITTEN = 10_000;
const PAGE = 1_000;

/** What the list shows as GeoJSON or KML, and such files made records. */
export const MapFiles = ({ what, maxPoints }: Props) => {
  const translate = useTranslate();
  const { may } = useScreen();
  const write = useWriter(what);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [importing, setImporting] = useState(false);
  if (!may.export && !may.add) return null;
  const label = translate('mapManage.files.button');
  const close = () => setAnchor(null);
  return (
    <Paper elevation={2} sx={{ pointerEvents: 'auto', borderRadius: 2 }}>
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={({ currentTarget }) => setAnchor(currentTarget)}>
          <FilesIcon />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {may.export &&
          (['GeoJSON', 'KML'] as const).map((format) => (
            <MenuItem
              key={format}
              onClick={() => {
                close();
                void write(format);
              }}
            >
              {translate('mapManage.files.export', { format })}
            </MenuItem>
          ))}
        {may.add && (
          <MenuItem
            onClick={() => {
              close();
              setImporting(true);
            }}
          >
            {translate('mapManage.files.import')}
          </MenuItem>
        )}
      </Menu>
      {importing && (
        <ImportDialog what={what} maxPoints={maxPoints} onClose={() => setImporting(false)} />
      )}
    </Paper>
  );
};

/** Writes what the list shows, all of its pages. */
const useWriter = (what: Props['what']) => {
  const { entity } = useScreen();
  const { filterValues, sort } = useListContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return async (format: 'GeoJSON' | 'KML') => {
    const records = [];
    for (let page = 1; records.length < MOST_WRITTEN; page += 1) {
      const { data } = await dataProvider.getList(entity.name, {
        filter: filterValues,
        sort,
        pagination: { page, perPage: PAGE },
      });
      records.push(...data);
      if (data.length < PAGE) break;
    }
    const features = featuresFrom(records, what);
    const [text, name, type] =
      format === 'KML'
        ? [kmlOf(features), `${what}.kml`, 'application/vnd.google-earth.kml+xml']
        : [JSON.stringify(features, null, 1), `${what}.geojson`, 'application/geo+json'];
    saveFile({ blob: new Blob([text], { type }), name });
  };
};

interface ImportProps extends Props {
  readonly onClose: () => void;
}

/** What became of a shape. */
type Outcome = { readonly done: true } | { readonly refused: string };

/** A file's shapes, looked at before they are taken. One that is refused says why; the others are taken all the same. */
const ImportDialog = ({ what, maxPoints, onClose }: ImportProps) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const refresh = useRefresh();
  const add = useAdd(what);
  const [file, setFile] = useState<MapFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Candidate, Outcome>>(new Map());
  const [busy, setBusy] = useState(false);

  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    setOutcomes(new Map());
    setFile(null);
    setProblem(null);
    if (chosen.size > MAX_MAP_FILE_BYTES) {
      setProblem(translate('mapManage.files.tooLarge', { size: MAX_MAP_FILE_BYTES / 1e6 }));
      return;
    }
    try {
      setFile(await readMapFile(await chosen.text(), what));
    } catch (error) {
      const { reason, count } =
        error instanceof MapFileError ? error : new MapFileError('unreadable');
      setProblem(translate(`mapManage.files.${reason}`, { count, max: MAX_SHAPES }));
    }
  };
  const candidates = file?.candidates ?? [];
  const complaints = new Map(
    candidates.map((candidate) => [candidate, complaintOf(candidate, maxPoints)]),
  );
  const fitting = candidates.filter(
    (candidate) => !complaints.get(candidate) && !outcomes.get(candidate),
  );
  const take = async () => {
    setBusy(true);
    const found = new Map(outcomes);
    for (const [i, candidate] of fitting.entries()) {
      found.set(candidate, await add(candidate, i + 1));
      setOutcomes(new Map(found));
    }
    setBusy(false);
    refresh();
  };
  const said = (candidate: Candidate): string => {
    const complaint = complaints.get(candidate);
    if (complaint) return translate('mapManage.files.refused', { reason: text(complaint) });
    const outcome = outcomes.get(candidate);
    if (outcome && 'refused' in outcome) {
      return translate('mapManage.files.refused', { reason: outcome.refused });
    }
    return outcome ? translate('mapManage.files.done', { smart_count: 1 }) : kindOf(candidate);
  };
  const kindOf = ({ values }: Candidate): string => {
    const label = choiceLabel(fenceType, values.fence_type);
    return label ? text(label) : '';
  };
  const done = [...outcomes.values()].filter((outcome) => 'done' in outcome).length;
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{translate('mapManage.files.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Box>
          <Button component="label" variant="outlined" disabled={busy}>
            {translate('mapManage.files.choose')}
            <input
              type="file"
              hidden
              accept=".geojson,.json,.kml"
              onChange={({ target }) => void read(target.files?.[0])}
            />
          </Button>
        </Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {translate('mapManage.files.limit', { size: MAX_MAP_FILE_BYTES / 1e6, max: MAX_SHAPES })}
        </Box>
        {problem && <Alert severity="error">{problem}</Alert>}
        {file && candidates.length === 0 && (
          <Alert severity="warning">{translate('mapManage.files.none')}</Alert>
        )}
        {file && file.others > 0 && (
          <Alert severity="info">
            {translate('mapManage.files.other', { smart_count: file.others })}
          </Alert>
        )}
        {done > 0 && (
          <Alert severity="success">
            {translate('mapManage.files.done', { smart_count: done })}
          </Alert>
        )}
        {busy && <LinearProgress aria-label={translate('mapManage.files.title')} />}
        {candidates.length > 0 && (
          <List dense disablePadding sx={{ maxHeight: 320, overflow: 'auto' }}>
            {candidates.map((candidate, i) => (
              <ListItem
                // biome-ignore lint/suspicious/noArrayIndexKey: a file's shapes have no other name and stay in order
                key={i}
                disableGutters
              >
                <ListItemText
                  primary={candidate.name || translate('mapManage.files.unnamed')}
                  secondary={said(candidate)}
                />
              </ListItem>
            ))}
          </List>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {translate('mapManage.files.close')}
        </Button>
        <Button
          variant="contained"
          disabled={busy || fitting.length === 0}
          onClick={() => void take()}
        >
          {translate('mapManage.files.start', { smart_count: fitting.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Why a shape cannot be taken, as far as the browser can tell. */
const complaintOf = ({ values }: Candidate, maxPoints: number): Label | undefined => {
  if (pointsOf(values.fence_context) > maxPoints) return maxPointsHint(maxPoints);
  const complaint = shapeError(values);
  return complaint?.fence_context ?? complaint?.radius;
};

/** Makes a record of a shape, for the reader's own organisation. */
const useAdd = (what: Props['what']) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { orgId } = useReaderContext();
  return async ({ name, values }: Candidate, n: number): Promise<Outcome> => {
    const title = name || `${translate('mapManage.files.unnamed')} ${n}`;
    const own =
      what === 'fences'
        ? { is_show: true, is_enter: true, is_leave: false, ...values, fence_name: title }
        : { isShowMap: true, ...values, interest_name: title };
    try {
      await dataProvider.create(entity.name, { data: { ...own, org_id: orgId } });
      return { done: true };
    } catch (error) {
      return { refused: errorMessage(error) };
    }
  };
};
