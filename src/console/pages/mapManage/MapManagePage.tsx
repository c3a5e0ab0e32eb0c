import { Box, Tab, Tabs } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { parseLatLon } from '../../../domain/geo/geometry';
import {
  type DrawingBoard,
  DrawingBoardContext,
  type DrawingDraft,
  type DrawnGeometry,
  type StartDrawing,
} from '../../../fields/views/contexts';
import { useEntityByName } from '../../app';
import { CompactColumnsContext, DockContext, EntityScreen } from '../../entity';
import { MapPane } from './MapPane';

/** Layers by their name in the URL: the entity, the menu of its list, and the columns beside the map. */
const layers = {
  fences: { entity: 'fence', menu: 'fenceList', columns: ['fence_name', 'fence_type'] },
  points: {
    entity: 'interestPoint',
    menu: 'interestPointList',
    columns: ['interest_name', 'radius'],
  },
} as const;

type LayerName = keyof typeof layers;

const layerNames = Object.keys(layers) as LayerName[];

/** Page of geofences and points of interest: a table beside the map. */
export const MapManagePage = () => {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const layerName: LayerName = params.get('layer') === 'points' ? 'points' : 'fences';
  const entity = useEntityByName(layers[layerName].entity);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const { board, ...drawing } = useBoard(params.get('at'));
  if (!entity) return null;
  return (
    <ManageContext value={{ layerName, ...drawing, setDock }}>
      <DrawingBoardContext value={board}>
        <DockContext value={dock}>
          <h1 style={visuallyHidden}>{translate('mapManage.title')}</h1>
          <CompactColumnsContext value={layers[layerName].columns}>
            <EntityScreen
              key={layerName}
              entity={entity}
              menuCode={layers[layerName].menu}
              Frame={Frame}
            />
          </CompactColumnsContext>
        </DockContext>
      </DrawingBoardContext>
    </ManageContext>
  );
};

interface Manage extends ComponentProps<typeof MapPane> {
  readonly setDock: (element: HTMLElement | null) => void;
}

const ManageContext = createContext<Manage | null>(null);

/**
 * State shared by form and map.
 * @param at coordinates from the URL for a new point
 */
const useBoard = (at: string | null) => {
  const [draft, setDraft] = useState<DrawingDraft | null>(null);
  const place = at === null ? undefined : parseLatLon(at);
  const pendingGeometry = useRef<DrawnGeometry | null>(
    place ? { kind: 'place', shape: { type: 'Point', coordinates: [place.lon, place.lat] } } : null,
  );
  const starter = useRef<StartDrawing>(null);
  const [board] = useState<DrawingBoard>(() => ({
    lend: setDraft,
    take: () => {
      const geometry = pendingGeometry.current;
      pendingGeometry.current = null;
      return geometry;
    },
    start: (kind) => starter.current?.(kind),
  }));
  const onDrawn = (geometry: DrawnGeometry) => {
    pendingGeometry.current = geometry;
  };
  return { board, draft, onDrawn, starter };
};

/** Lays out the list, or the form over it, beside the map; below the map on a narrow screen. */
const Frame = ({ children }: { readonly children: ReactNode }) => {
  const { setDock, ...pane } = useContext(ManageContext) as Manage;
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        columnGap: 0,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(440px, 2fr) minmax(0, 3fr)' },
        gridTemplateRows: { xs: 'minmax(300px, 45dvh) auto', md: 'minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ order: { xs: 1, md: 2 }, minHeight: 0, overflow: 'hidden' }}>
        <MapPane {...pane} />
      </Box>
      <Box
        sx={{
          order: { xs: 2, md: 1 },
          minWidth: 0,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
        }}
      >
        <LayerTabs layerName={pane.layerName} />
        <Box
          ref={setDock}
          sx={{
            position: 'relative',
            flex: 1,
            minHeight: { xs: pane.draft ? 640 : 360, md: 0 },
            display: 'flex',
            flexDirection: 'column',
          }}
        >
          {children}
        </Box>
      </Box>
    </Box>
  );
};

const LayerTabs = ({ layerName }: { readonly layerName: LayerName }) => {
  const translate = useTranslate();
  const [, setParams] = useSearchParams();
  return (
    <Tabs
      value={layerName}
      onChange={(_, next: LayerName) => setParams(next === 'fences' ? {} : { layer: next })}
      aria-label={translate('mapManage.tabs')}
      sx={{ flex: 'none', bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      {layerNames.map((name) => (
        <Tab key={name} value={name} label={translate(`menus.${layers[name].menu}`)} />
      ))}
    </Tabs>
  );
};
