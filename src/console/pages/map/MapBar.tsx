import ListIcon from '@mui/icons-material/ViewList';
import { Alert, Box, Button, Paper } from '@mui/material';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { useReaderLocale } from '../../../fields/views/reader';
import type { PlaceResult } from '../../../protocol';
import { useIsLiveLoaded, useLiveState } from '../../data';
import { DataAge, type FleetStore, MapSlot, useMatchCounts } from '../../maps';
import { LayerSwitch } from './MapLayers';
import { MapSearch } from './MapSearch';
import { isFiltered, type MapState } from './mapState';

interface Props {
  readonly store: FleetStore;
  readonly state: MapState;
  /** Called with the SN of a device chosen in the search. */
  readonly onFind: (sn: string) => void;
  readonly onPlace: (place: PlaceResult) => void;
  readonly onFit: () => void;
  readonly listShown: boolean;
  readonly onList: (visible: boolean) => void;
  /** The URL selects a device that is not in the fleet. */
  readonly isUnknown: boolean;
}

export const MapBar = (props: Props) => {
  const { store, state, onFind, onPlace, onFit, listShown, onList, isUnknown } = props;
  const translate = useTranslate();
  const isLoaded = useIsLiveLoaded();
  const { filter, selected, change } = state;
  return (
    <MapSlot at="top">
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 1.25,
          justifyItems: 'start',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
          <Paper elevation={2} sx={{ pointerEvents: 'auto', borderRadius: 2 }}>
            <IconButtonWithTooltip
              label={translate(`pages.map.list.${listShown ? 'hide' : 'show'}`)}
              aria-expanded={listShown}
              onClick={() => onList(!listShown)}
              sx={{ borderRadius: 1, width: 40, height: 40 }}
            >
              <ListIcon fontSize="small" color={listShown ? 'primary' : 'inherit'} />
            </IconButtonWithTooltip>
          </Paper>
          <Box sx={{ flex: { xs: '1 1 0', sm: '0 1 300px' }, mr: 'auto', pointerEvents: 'auto' }}>
            <MapSearch
              store={store}
              onPick={onFind}
              onPlace={onPlace}
              onNarrow={(text) => change({ filter: { ...filter, text } })}
            />
          </Box>
          <Box sx={{ pointerEvents: 'auto' }}>
            <LiveAge />
          </Box>
          <LayerSwitch />
        </Box>
        {isFiltered(filter) && (
          <Matches store={store} text={filter.text} isCounted={listShown} onFit={onFit} />
        )}
        {isUnknown && isLoaded && (
          <Alert
            severity="warning"
            onClose={() => change({ selected: null })}
            sx={{ pointerEvents: 'auto' }}
          >
            {translate('pages.map.notFound', { sn: selected })}
          </Alert>
        )}
      </Box>
    </MapSlot>
  );
};

/** Separate component, because it renders every second. */
const LiveAge = () => {
  const { failed, lastAnswer, progress } = useLiveState();
  return <DataAge lastAnswer={lastAnswer} connected={!failed} progress={progress} />;
};

interface MatchesProps {
  readonly store: FleetStore;
  readonly text: string;
  /** The list beside the map announces the number. */
  readonly isCounted: boolean;
  readonly onFit: () => void;
}

/** Number of matches, and of those out of view: "5 locks, 3 outside the view". */
const Matches = ({ store, text, isCounted, onFit }: MatchesProps) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { matching, outside, nowhere } = useMatchCounts(store);
  const matchText = (key: string, count: number) =>
    translate(`pages.map.matches.${key}`, {
      smart_count: count,
      count: count.toLocaleString(locale),
    });
  const parts = [
    text && `“${text}”`,
    matchText('locks', matching),
    outside > 0 && matchText('outside', outside),
    nowhere > 0 && matchText('nowhere', nowhere),
  ];
  return (
    <Paper
      elevation={2}
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 36,
        px: 1.5,
        borderRadius: 2,
        typography: 'body2',
      }}
    >
      <span role={isCounted ? undefined : 'status'}>
        {parts.filter(Boolean).join(translate('charts.join'))}
      </span>
      {outside > 0 && (
        <Button size="small" onClick={onFit}>
          {translate('pages.map.matches.fit')}
        </Button>
      )}
    </Paper>
  );
};
