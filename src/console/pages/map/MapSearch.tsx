import ListIcon from '@mui/icons-material/FilterAlt';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import SearchIcon from '@mui/icons-material/Search';
import SimIcon from '@mui/icons-material/SimCardOutlined';
import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useDataProvider, useLocale, useTranslate } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import type { PlaceResult } from '../../../protocol';
import { useEntityByName } from '../../app';
import { type ConsoleDataProvider, useLiveState } from '../../data';
import { type FleetStore, StateIcon } from '../../maps';

/** Limit of listed locks: as many as fit on a phone with its keyboard open. */
const RESULTS = 8;
/** Debounce of the server's search, ms. */
const PAUSE = 250;
/** Minimum input: fewer letters match too many places, fewer digits too many SIM cards. */
const MIN_LETTERS = 2;
const SIM_DIGITS = /^\d{5,20}$/;

type Hit =
  | { readonly kind: 'lock'; readonly device: LiveDevice; readonly sim?: string }
  | { readonly kind: 'all'; readonly total: number }
  | { readonly kind: 'place'; readonly place: PlaceResult };

const keyOf = (hit: Hit): string => {
  if (hit.kind === 'lock') return hit.device.sn;
  return hit.kind === 'all' ? 'all' : `${hit.place.lat},${hit.place.lon}`;
};

interface Props {
  readonly store: FleetStore;
  readonly onPick: (sn: string) => void;
  readonly onNarrow: (text: string) => void;
  readonly onPlace: (place: PlaceResult) => void;
}

/** Search for locks by part of SN, name or SIM number, and for places by name. */
export const MapSearch = ({ store, onPick, onNarrow, onPlace }: Props) => {
  const translate = useTranslate();
  const { lastAnswer } = useLiveState();
  const isLoaded = Boolean(lastAnswer) && store.fleet.expected === null;
  const [text, setText] = useState('');
  const label = translate('pages.map.search');
  const [membership, setMembership] = useState(0);
  // Not updated with every change of the fleet: results must not move under the pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: without results, a new device may match
  const { locks, total } = useMemo(() => {
    const matches = store.fleet.search(text, RESULTS);
    return {
      locks: matches.rows.flatMap((row) => store.fleet.at(row) ?? []),
      total: matches.total,
    };
  }, [store, text, membership]);
  if (total === 0 && membership !== store.fleet.membership) setMembership(store.fleet.membership);
  const { places, sims } = useServerResults(text, store);
  const hits: Hit[] = [
    ...locks.map((device): Hit => ({ kind: 'lock', device })),
    ...sims.filter(({ device }) => !locks.includes(device)),
    ...(total > 1 ? [{ kind: 'all', total } as const] : []),
    ...places.map((place): Hit => ({ kind: 'place', place })),
  ];
  const [focused, setFocused] = useState(false);
  const choose = (hit: Hit) => {
    setText('');
    if (hit.kind === 'lock') onPick(hit.device.sn);
    else if (hit.kind === 'all') onNarrow(text.trim());
    else onPlace(hit.place);
  };
  return (
    <Autocomplete<Hit, false, false, true>
      freeSolo
      autoHighlight
      openOnFocus
      blurOnSelect
      value={null}
      inputValue={text}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setText(value);
      }}
      open={focused && text.trim() !== ''}
      onOpen={() => setFocused(true)}
      onClose={(_, reason) => {
        setFocused(false);
        if (reason === 'escape') setText('');
      }}
      onKeyDown={(event) => {
        // Enter before the results arrive must not close the list.
        if (event.key === 'Enter' && hits.length === 0) event.defaultMuiPrevented = true;
      }}
      options={hits}
      filterOptions={(options) => options}
      // The highlight stays on the option with this text when others arrive.
      getOptionLabel={(hit) => (typeof hit === 'string' ? hit : keyOf(hit))}
      onChange={(_, hit) => hit && typeof hit !== 'string' && choose(hit)}
      // An input for free text shows a text for "loading", but none for "nothing found".
      loading={hits.length === 0}
      loadingText={translate(isLoaded ? 'pages.map.nothingFound' : 'pages.map.stillLoading', {
        text,
      })}
      clearText={translate('pages.map.clear')}
      renderOption={({ key, ...props }, hit) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1.25 }}>
          <HitLine hit={hit} text={text} />
        </Box>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          placeholder={label}
          margin="none"
          slotProps={{
            input: { ...slotProps.input, startAdornment: <SearchIcon fontSize="small" /> },
            htmlInput: { ...slotProps.htmlInput, 'aria-label': label, enterKeyHint: 'search' },
          }}
        />
      )}
      slotProps={{
        listbox: {
          'aria-label': label,
          'aria-labelledby': undefined,
          sx: { maxHeight: '60dvh' },
        },
      }}
      sx={{
        boxShadow: 2,
        bgcolor: 'background.paper',
        borderRadius: 1,
        '& .MuiInputBase-root': { minHeight: 40 },
      }}
    />
  );
};

const HitLine = ({ hit, text }: { readonly hit: Hit; readonly text: string }) => {
  const translate = useTranslate();
  if (hit.kind === 'all') {
    return (
      <Line
        icon={<ListIcon fontSize="small" color="action" sx={{ mx: 0.5 }} />}
        first={translate('pages.map.narrow', { smart_count: hit.total, text: text.trim() })}
      />
    );
  }
  if (hit.kind === 'place') {
    const { name, other } = hit.place;
    return (
      <Line
        icon={<PlaceIcon fontSize="small" color="action" sx={{ mx: 0.5 }} />}
        first={name}
        second={other}
      />
    );
  }
  const { sn, device_name, status } = hit.device;
  return (
    <>
      <Line
        icon={<StateIcon status={status} />}
        first={device_name || sn}
        second={hit.sim ?? (device_name ? sn : '')}
      />
      {hit.sim && <SimIcon fontSize="small" color="action" sx={{ ml: 'auto' }} />}
    </>
  );
};

const Line = ({ icon, first, second }: { icon: ReactNode; first: string; second?: string }) => (
  <>
    {icon}
    <Box sx={{ minWidth: 0 }}>
      <Typography noWrap>{first}</Typography>
      {second && (
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {second}
        </Typography>
      )}
    </Box>
  </>
);

/** Searches the server for places of the world, and for locks by SIM number. A refused call counts as no result. */
const useServerResults = (input: string, store: FleetStore) => {
  const text = input.trim();
  const locale = useLocale();
  const { findPlaces, getList } = useDataProvider<ConsoleDataProvider>();
  const hasSims = useEntityByName('device')?.fields.sim_card !== undefined;
  const places = useQuery({
    queryKey: ['findPlaces', text, locale],
    queryFn: async ({ signal }) => {
      await pause(signal);
      return findPlaces(text, signal);
    },
    enabled: text.length >= MIN_LETTERS && /\p{L}/u.test(text),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sims = useQuery({
    queryKey: ['device', 'ofSim', text],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const { data } = await getList('device', {
        filter: { sim_card: text },
        pagination: { page: 1, perPage: RESULTS },
        sort: { field: 'sn', order: 'ASC' },
        signal,
      });
      return data.map(({ sn, sim_card }) => ({ sn: String(sn), sim: String(sim_card) }));
    },
    enabled: hasSims && SIM_DIGITS.test(text),
    retry: false,
  });
  return {
    places: places.data ?? [],
    sims: (sims.data ?? []).flatMap(({ sn, sim }) => {
      const device = store.fleet.get(sn);
      return device ? [{ kind: 'lock', device, sim } as const] : [];
    }),
  };
};

/** Waits, so that a query of a text that is changed meanwhile asks nothing. */
const pause = async (signal: AbortSignal): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  signal.throwIfAborted();
};
