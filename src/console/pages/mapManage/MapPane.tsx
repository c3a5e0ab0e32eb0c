import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, MenuItem, Paper, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type L from 'leaflet';
import { type RefObject, useEffect, useState } from 'react';
import { type RaRecord, useDataProvider, useStore, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { fenceType, maxPointsHint } from '../../../domain/fence';
import { lengthText } from '../../../domain/figures';
import { choiceLabel } from '../../../domain/label';
import { systemParamValues } from '../../../domain/system';
import type { DrawingDraft, DrawnGeometry, StartDrawing } from '../../../fields/views/contexts';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { mapRoutes, providerOf, recordAddress, useListAddress, useMenus } from '../../app';
import { recordTitle } from '../../app/record';
import { type ConsoleDataProvider, useAccess } from '../../data';
import { useListRows, useOverlay, useScreen } from '../../entity';
import {
  BaseLayer,
  crsByDatum,
  DrawTools,
  GeofenceLayer,
  Geofences,
  LeafletMap,
  MapOverlay,
  MapScale,
  MapSlot,
  PointLayer,
  Points,
  type ProviderId,
  preferredView,
  providerIds,
  resolveProvider,
  usableProvider,
  useMap,
  useMapServices,
  worldView,
} from '../../maps';
import { FitControls, FitRows } from './FitRows';
import { MapFiles } from './MapFiles';

interface Props {
  readonly layerName: 'fences' | 'points';
  /** Shape in the open form; null without a form. */
  readonly draft: DrawingDraft | null;
  /** Keeps a drawn geometry for the next form. */
  readonly onDrawn: (geometry: DrawnGeometry) => void;
  readonly starter: RefObject<StartDrawing | null>;
}

/** Map of the surrounding list's records, with tools for the shape in the form. */
export const MapPane = ({ layerName, draft, onDrawn, starter }: Props) => {
  const translate = useTranslate();
  const { url, may } = useScreen();
  const overlay = useOverlay();
  const rows = useListRows();
  const chosen = useProvider();
  const { preferences } = useAccess();
  const maxPoints = useMaxPoints();
  const editing = draft !== null || overlay.creating || overlay.editedId !== undefined;
  const selected = rows.find(({ id }) => String(id) === String(overlay.detailId));
  const layerProps = {
    selected: selected?.id,
    without: rows.find(({ id }) => String(id) === String(overlay.editedId))?.id,
    // While a form is open, a click on the map must not leave it.
    onSelect: editing ? undefined : (id: RaRecord['id']) => url.show(id),
  };
  const begin = (geometry: DrawnGeometry) => {
    onDrawn(geometry);
    url.create();
  };
  return (
    <LeafletMap
      crs={crsByDatum[chosen.provider.datum]}
      view={preferredView(preferences ?? {}) ?? worldView}
      label={translate('mapManage.map')}
    >
      <BaseLayer provider={chosen.provider} />
      {layerName === 'fences' ? <PointLayer /> : <GeofenceLayer />}
      {layerName === 'fences' ? (
        <Geofences records={rows} {...layerProps} />
      ) : (
        <Points records={rows} {...layerProps} />
      )}
      <FitRows rows={rows} selected={selected} still={editing} hasShape={Boolean(draft?.shape)} />
      {(editing || may.add) && (
        <DrawTools
          layerName={layerName}
          draft={draft}
          maxPoints={maxPoints}
          onDrawn={begin}
          starter={starter}
        />
      )}
      <MapSlot at="top">
        <Box
          data-row
          sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', justifyContent: 'flex-end' }}
        >
          <MapFiles layerName={layerName} maxPoints={maxPoints} />
          <ProviderPick {...chosen} />
        </Box>
      </MapSlot>
      <MapSlot at="left">
        <PointLimit kind={draft?.kind} maxPoints={maxPoints} />
      </MapSlot>
      <MapSlot at="left" order={1}>
        <MapScale />
      </MapSlot>
      <MapSlot at="right">
        <FitControls rows={rows} />
      </MapSlot>
      <MapOverlay>{selected && !editing && <SelectedCard record={selected} />}</MapOverlay>
    </LeafletMap>
  );
};

interface PointLimitProps {
  /** Shape in the open form. */
  readonly kind: DrawingDraft['kind'] | undefined;
  readonly maxPoints: number;
}

/** Limit of points, while a shape of single points is drawn or edited. */
const PointLimit = ({ kind, maxPoints }: PointLimitProps) => {
  const map = useMap();
  const text = useText();
  const [tool, setTool] = useState<string | null>(null);
  useEffect(() => {
    const start = (event: L.LeafletEvent) => setTool((event as L.DrawEvents.DrawStart).layerType);
    const stop = () => setTool(null);
    map.on('draw:drawstart', start).on('draw:drawstop', stop);
    return () => {
      map.off('draw:drawstart', start).off('draw:drawstop', stop);
    };
  }, [map]);
  return (
    LIMITED.has(tool ?? kind ?? '') && (
      <Paper elevation={1} sx={{ px: 1.25, py: 0.5 }}>
        <Typography variant="caption">{text(maxPointsHint(maxPoints))}</Typography>
      </Paper>
    )
  );
};

/** Shapes of single points: kinds of fences, and leaflet-draw's name of a line. */
const LIMITED = new Set(['polygon', 'line', 'polyline']);

/** Returns the server's limit of points per fence, or the default one if it reports none. */
const useMaxPoints = (): number => {
  const { placeLimits } = useDataProvider<ConsoleDataProvider>();
  const { data } = useQuery({
    queryKey: ['placeLimits'],
    queryFn: ({ signal }) => placeLimits(signal),
    retry: false,
  });
  return data?.fence_max_points ?? systemParamValues({}).fence_max_points;
};

/** Returns the provider that was last chosen here, by default the operator's own. */
const useProvider = () => {
  const services = useMapServices();
  const { routes } = useMenus();
  const [own] = mapRoutes(routes)
    .map(providerOf)
    .filter((id) => providerIds.some((providerId) => providerId === id))
    .map((id) => resolveProvider(id as ProviderId, services))
    .filter(({ tiles, reason }) => tiles !== null && reason === null);
  const [chosenId, setChosenId] = useStore<ProviderId | null>('mapManage.provider', null);
  return {
    provider: usableProvider(chosenId ?? own?.id ?? 'mapWorld', services),
    choose: setChosenId,
  };
};

const ProviderPick = ({ provider: { id: value }, choose }: ReturnType<typeof useProvider>) => {
  const translate = useTranslate();
  const text = useText();
  const services = useMapServices();
  const usable = providerIds.filter(
    (id) => id === value || resolveProvider(id, services).reason === null,
  );
  if (usable.length < 2) return null;
  return (
    <Paper elevation={2} sx={{ pointerEvents: 'auto', borderRadius: 2 }}>
      <TextField
        select
        size="small"
        margin="none"
        value={value}
        onChange={({ target }) => choose(target.value as ProviderId)}
        slotProps={{ htmlInput: { 'aria-label': translate('shell.map') } }}
        sx={{ minWidth: 120 }}
      >
        {usable.map((id) => (
          <MenuItem key={id} value={id}>
            {text(resolveProvider(id, services).label)}
          </MenuItem>
        ))}
      </TextField>
    </Paper>
  );
};

const SelectedCard = ({ record }: { readonly record: RaRecord }) => {
  const { entity, url, may, askDelete } = useScreen();
  const translate = useTranslate();
  const list = useListAddress()(entity.name);
  const title = recordTitle(entity, record, useReaderLocale());
  return (
    <Paper
      elevation={4}
      role="region"
      aria-label={title}
      sx={{
        pointerEvents: 'auto',
        position: 'absolute',
        left: { xs: 12, sm: '50%' },
        right: { xs: 64, sm: 'auto' },
        bottom: 40,
        transform: { sm: 'translateX(-50%)' },
        minWidth: { sm: 320 },
        p: 1.5,
        borderRadius: 2,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography variant="subtitle1" component="h2" noWrap sx={{ flex: 1, fontWeight: 600 }}>
          {title}
        </Typography>
        <IconButton
          size="small"
          aria-label={translate('ra.action.close')}
          onClick={() => url.closeDetail()}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Extent record={record} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {may.update && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<EditIcon />}
            onClick={() => {
              url.closeDetail();
              url.edit(record.id);
            }}
          >
            {translate('ra.action.edit')}
          </Button>
        )}
        {may.delete && (
          <Button size="small" startIcon={<DeleteIcon />} onClick={() => askDelete([record])}>
            {translate('ra.action.delete')}
          </Button>
        )}
        {list && (
          <Button size="small" component={Link} to={recordAddress(list, record.id)}>
            {translate('ra.message.details')}
          </Button>
        )}
      </Box>
    </Paper>
  );
};

const Extent = ({ record }: { readonly record: RaRecord }) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const kind = choiceLabel(fenceType, record.fence_type);
  const { radius } = record;
  const reach =
    typeof radius === 'number' &&
    translate(record.fence_type === 'line' ? 'mapManage.width' : 'mapManage.radius', {
      length: lengthText(radius, locale),
    });
  return (
    <Typography variant="body2" color="textSecondary">
      {[kind && text(kind), reach].filter(Boolean).join(' · ')}
    </Typography>
  );
};
