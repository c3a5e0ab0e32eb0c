import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  List,
  ListItem,
  ListItemText,
} from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useRefresh, useTranslate } from 'react-admin';
import { fenceType, maxPointsHint, pointsOf, shapeError } from '../../../domain/fence';
import { choiceLabel, type Label } from '../../../domain/label';
import { useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { ApiError, errorMessage } from '../../../protocol';
import { type ConsoleDataProvider, useReaderContext } from '../../data';
import { useScreen } from '../../entity';
import {
  type Candidate,
  MAX_MAP_FILE_BYTES,
  MAX_SHAPES,
  MapFileError,
  readMapFile,
} from './mapFile';

interface Props {
  readonly layerName: 'fences' | 'points';
  /** Limit of points in a line or polygon. */
  readonly maxPoints: number;
  readonly onClose: () => void;
}

/** Previews a file's shapes before the import. A refused shape shows its reason; the others are still imported. */
export const ImportDialog = ({ layerName, maxPoints, onClose }: Props) => {
  const translate = useTranslate();
  const { file, problem, candidates, importable, outcomes, busy, readFile, importAll } =
    useShapeImport(layerName, maxPoints);
  const done = [...outcomes.values()].filter((refusal) => refusal === null).length;
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="sm">
      <DialogTitle>{translate('mapManage.files.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Box>
          <Button component="label" variant="outlined" disabled={busy}>
            {translate('entity.import.choose')}
            <input
              type="file"
              hidden
              accept=".geojson,.json,.kml,.kmz"
              onChange={({ target }) => void readFile(target.files?.[0])}
            />
          </Button>
        </Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {translate('mapManage.files.limit', { size: MAX_MAP_FILE_BYTES / 1e6, max: MAX_SHAPES })}
        </Box>
        {problem && <Alert severity="error">{problem}</Alert>}
        {file && candidates.every(({ complaint }) => complaint) && (
          <Alert severity="warning">{translate('mapManage.files.none')}</Alert>
        )}
        {done > 0 && (
          <Alert severity="success">
            {translate('mapManage.files.done', { smart_count: done })}
          </Alert>
        )}
        {busy && <LinearProgress aria-label={translate('mapManage.files.title')} />}
        {candidates.length > 0 && <ShapeList candidates={candidates} outcomes={outcomes} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {translate('ra.action.close')}
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

/** Reason why the server refused a shape; null for an imported one. */
type Outcomes = ReadonlyMap<Candidate, string | null>;

const useShapeImport = (layerName: Props['layerName'], maxPoints: number) => {
  const translate = useTranslate();
  const refresh = useRefresh();
  const add = useAdd(layerName);
  const [file, setFile] = useState<readonly Candidate[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
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
      setFile(await readMapFile(new Uint8Array(await chosenFile.arrayBuffer()), layerName));
    } catch (error) {
      const { reason, count } =
        error instanceof MapFileError ? error : new MapFileError('unreadable');
      setProblem(translate(`mapManage.files.${reason}`, { count, max: MAX_SHAPES }));
    }
  };
  const candidates = (file ?? []).map((candidate) => ({
    candidate,
    complaint: complaintOf(candidate, maxPoints),
  }));
  const importable = candidates.filter(
    ({ candidate, complaint }) => !complaint && !outcomes.has(candidate),
  );
  const importAll = async () => {
    setBusy(true);
    const results = new Map(outcomes);
    for (const [i, { candidate }] of importable.entries()) {
      results.set(candidate, await add(candidate, i + 1));
      setOutcomes(new Map(results));
    }
    setBusy(false);
    refresh();
  };
  return { file, problem, candidates, importable, outcomes, busy, readFile, importAll };
};

/** Returns the reason why a shape is invalid, as far as the browser can check. */
const complaintOf = ({ values, refusal }: Candidate, maxPoints: number): Label | undefined => {
  if (refusal) return refusal;
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
  const text = useText();
  /** Returns the reasons of a refusal by field, else its message. */
  const reasonOf = (error: unknown): string => {
    const reasons = Object.entries((error instanceof ApiError && error.fields) || {});
    const labelled = reasons.map(([name, reason]) => {
      const label = entity.fields[name]?.label;
      return label ? `${text(label)}: ${reason}` : reason;
    });
    return labelled.join(' · ') || errorMessage(error);
  };
  return async ({ name, values }: Candidate, n: number): Promise<string | null> => {
    const title = name || `${translate('mapManage.files.unnamed')} ${n}`;
    const own =
      layerName === 'fences'
        ? { is_show: true, is_enter: true, is_leave: false, ...values, fence_name: title }
        : { isShowMap: true, ...values, interest_name: title };
    try {
      await dataProvider.create(entity.name, { data: { ...own, org_id: orgId } });
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  };
};

type ShapeListProps = Pick<ReturnType<typeof useShapeImport>, 'candidates' | 'outcomes'>;

const ShapeList = ({ candidates, outcomes }: ShapeListProps) => {
  const translate = useTranslate();
  const text = useText();
  const statusOf = ({ candidate, complaint }: (typeof candidates)[number]) => {
    const reason = complaint ? text(complaint) : outcomes.get(candidate);
    if (reason === null)
      return {
        tone: 'success',
        words: translate('mapManage.files.done', { smart_count: 1 }),
      } as const;
    if (reason !== undefined)
      return { tone: 'error', words: translate('mapManage.files.refused', { reason }) } as const;
    const kind = choiceLabel(fenceType, candidate.values.fence_type);
    return { words: kind ? text(kind) : '' };
  };
  return (
    <List
      dense
      disablePadding
      // Focusable, so that the keyboard can scroll it.
      tabIndex={0}
      aria-label={translate('mapManage.files.title')}
      sx={{
        maxHeight: 320,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      {candidates.map((each, i) => {
        const { tone, words } = statusOf(each);
        return (
          <ListItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's shapes have no other name and stay in order
            key={i}
            divider={i < candidates.length - 1}
          >
            <ListItemText
              primary={each.candidate.name || translate('mapManage.files.unnamed')}
              secondary={
                <>
                  {tone && <StateSign tone={tone} coloured />} {words}
                </>
              }
              slotProps={{
                secondary: { ...(tone && { color: tone }), sx: { overflowWrap: 'anywhere' } },
              }}
            />
          </ListItem>
        );
      })}
    </List>
  );
};
