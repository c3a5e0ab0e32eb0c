import { Box, Tab, Tabs } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { parseLatLon } from '../../../domain/geo/geometry';
import {
  type DrawingBoard,
  DrawingBoardContext,
  type DrawingDraft,
  type DrawnGeometry,
} from '../../../fields/contexts';
import { CompactColumnsContext, DockContext, EntityScreen } from '../../entity';
import { useEntityByName } from '../../shell';
import { MapPane } from './MapPane';

/** What is managed here, by how the address calls it: the entity, the menu of its list alone, the columns here. */
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

/** Geofences and points of interest: a table beside the map that they are drawn on. */
export const MapManagePage = () => {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const what: LayerName = params.get('layer') === 'points' ? 'points' : 'fences';
  const entity = useEntityByName(layers[what].entity);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const { board, draft, begin } = useBoard(params.get('at'));
  const manage = useMemo(() => ({ what, draft, begin, setDock }), [what, draft, begin]);
  if (!entity) return null;
  return (
    <ManageContext value={manage}>
      <DrawingBoardContext value={board}>
        <DockContext value={dock}>
          <h1 style={visuallyHidden}>{translate('mapManage.title')}</h1>
          <CompactColumnsContext value={layers[what].columns}>
            <EntityScreen key={what} entity={entity} menuCode={layers[what].menu} Frame={Frame} />
          </CompactColumnsContext>
        </DockContext>
      </DrawingBoardContext>
    </ManageContext>
  );
};

interface Manage {
  readonly what: LayerName;
  /** What the open form holds; null without a form. */
  readonly draft: DrawingDraft | null;
  /** Keeps what was drawn for the form that is opened next. */
  readonly begin: (drawn: DrawnGeometry) => void;
  readonly setDock: (element: HTMLElement | null) => void;
}

const ManageContext = createContext<Manage | null>(null);

const useManage = (): Manage => {
  const manage = useContext(ManageContext);
  if (!manage) throw new Error('This belongs inside of the map management');
  return manage;
};

/** The board that forms draw on. @param at a place in the address, of which a new point is to be made */
const useBoard = (at: string | null) => {
  const [draft, setDraft] = useState<DrawingDraft | null>(null);
  const place = at === null ? undefined : parseLatLon(at);
  const waiting = useRef<DrawnGeometry | null>(
    place ? { kind: 'place', shape: { type: 'Point', coordinates: [place.lon, place.lat] } } : null,
  );
  const { board, begin } = useMemo(() => {
    const board: DrawingBoard = {
      lend: setDraft,
      take: () => {
        const drawn = waiting.current;
        waiting.current = null;
        return drawn;
      },
    };
    const begin = (drawn: DrawnGeometry) => {
      waiting.current = drawn;
    };
    return { board, begin };
  }, []);
  return { board, draft, begin };
};

/** The list, or the form that lies over it, beside the map; on a narrow screen the map is above. */
const Frame = ({ children }: { readonly children: ReactNode }) => {
  const { what, draft, begin, setDock } = useManage();
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
        <MapPane what={what} draft={draft} onDrawn={begin} />
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
        <LayerTabs what={what} />
        <Box
          ref={setDock}
          sx={{
            position: 'relative',
            flex: 1,
            minHeight: { xs: draft ? 640 : 360, md: 0 },
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

/** Between fences and points; the address says which. */
const LayerTabs = ({ what }: { readonly what: LayerName }) => {
  const translate = useTranslate();
  const [, setParams] = useSearchParams();
  return (
    <Tabs
      value={what}
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
