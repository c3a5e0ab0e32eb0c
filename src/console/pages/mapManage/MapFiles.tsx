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
import { useText } from '../../../fields/views/reader';
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
  readonly layerName: 'fences' | 'points';
  /** Limit of points in a line or polygon. */
  readonly maxPoints: number;
}

/** Limit of records per file. */
const MAX_EXPORTED = 10_000;
const PAGE = 1_000;

/** Menu to export the list as GeoJSON or KML, and to import such files. */
export const MapFiles = ({ layerName, maxPoints }: Props) => {
  const translate = useTranslate();
  const { may } = useScreen();
  const write = useWriter(layerName);
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
        <ImportDialog
          layerName={layerName}
          maxPoints={maxPoints}
          onClose={() => setImporting(false)}
        />
      )}
    </Paper>
  );
};

/** Returns a function that exports all pages of the list. */
const useWriter = (layerName: Props['layerName']) => {
  const { entity } = useScreen();
  const { filterValues, sort } = useListContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return async (format: 'GeoJSON' | 'KML') => {
    const records = [];
    for (let page = 1; records.length < MAX_EXPORTED; page += 1) {
      const { data } = await dataProvider.getList(entity.name, {
        filter: filterValues,
        sort,
        pagination: { page, perPage: PAGE },
      });
      records.push(...data);
      if (data.length < PAGE) break;
    }
    const features = featuresFrom(records, layerName);
    const [text, name, type] =
      format === 'KML'
        ? [kmlOf(features), `${layerName}.kml`, 'application/vnd.google-earth.kml+xml']
        : [JSON.stringify(features, null, 1), `${layerName}.geojson`, 'application/geo+json'];
    saveFile({ blob: new Blob([text], { type }), name });
  };
};

interface ImportProps extends Props {
  readonly onClose: () => void;
}

/** Import result of a shape. */
type Outcome = { readonly done: true } | { readonly refused: string };

/** Previews a file's shapes before the import. A refused shape shows its reason; the others are still imported. */
const ImportDialog = ({ layerName, maxPoints, onClose }: ImportProps) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const refresh = useRefresh();
  const add = useAdd(layerName);
  const [file, setFile] = useState<MapFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Candidate, Outcome>>(new Map());
  const [busy, setBusy] = useState(false);

  const readFile = async (chosenFile: File | undefined) => {
    if (!chosenFile) return;
    setOutcomes(new Map());
    setFile(null);
    setProblem(null);
    if (chosenFile.size > MAX_MAP_FILE_BYTES) {
      setProblem(translate('mapManage.files.tooLarge', { size: MAX_MAP_FILE_BYTES / 1e6 }));
      return;
    }
    try {
      setFile(await readMapFile(await chosenFile.text(), layerName));
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
  const importable = candidates.filter(
    (candidate) => !complaints.get(candidate) && !outcomes.get(candidate),
  );
  const importAll = async () => {
    setBusy(true);
    const results = new Map(outcomes);
    for (const [i, candidate] of importable.entries()) {
      results.set(candidate, await add(candidate, i + 1));
      setOutcomes(new Map(results));
    }
    setBusy(false);
    refresh();
  };
  const statusText = (candidate: Candidate): string => {
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
              onChange={({ target }) => void readFile(target.files?.[0])}
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
        {file && file.unsupported > 0 && (
          <Alert severity="info">
            {translate('mapManage.files.other', { smart_count: file.unsupported })}
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
                  secondary={statusText(candidate)}
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
          disabled={busy || importable.length === 0}
          onClick={() => void importAll()}
        >
          {translate('mapManage.files.start', { smart_count: importable.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Returns the reason why a shape is invalid, as far as the browser can check. */
const complaintOf = ({ values }: Candidate, maxPoints: number): Label | undefined => {
  if (pointsOf(values.fence_context) > maxPoints) return maxPointsHint(maxPoints);
  const complaint = shapeError(values);
  return complaint?.fence_context ?? complaint?.radius;
};

/** Returns a function that creates a record from a shape, in the operator's own organisation. */
const useAdd = (layerName: Props['layerName']) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { orgId } = useReaderContext();
  return async ({ name, values }: Candidate, n: number): Promise<Outcome> => {
    const title = name || `${translate('mapManage.files.unnamed')} ${n}`;
    const own =
      layerName === 'fences'
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
