import ClearIcon from '@mui/icons-material/Close';
import ListIcon from '@mui/icons-material/FilterAlt';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import SearchIcon from '@mui/icons-material/Search';
import SimIcon from '@mui/icons-material/SimCardOutlined';
import {
  Box,
  IconButton,
  InputAdornment,
  OutlinedInput,
  Paper,
  Popper,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
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
  const list = useId();
  const [input, setInput] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState(false);
  // Enter opens the first result. The highlight stays on its result when others arrive.
  const [marked, setMarked] = useState<string | undefined>();
  const at = Math.max(
    0,
    hits.findIndex((hit) => keyOf(hit) === marked),
  );
  const open = focused && text.trim() !== '';
  const write = (value: string) => {
    setText(value);
    setMarked(undefined);
  };
  const choose = (hit: Hit) => {
    write('');
    input?.querySelector('input')?.blur();
    if (hit.kind === 'lock') onPick(hit.device.sn);
    else if (hit.kind === 'all') onNarrow(text.trim());
    else onPlace(hit.place);
  };
  const mark = (index: number) => {
    const hit = hits[(index + hits.length) % hits.length];
    if (hit) setMarked(keyOf(hit));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While composing, these keys belong to the input method.
    if (event.nativeEvent.isComposing || !open) return;
    const hit = hits[at];
    if (event.key === 'ArrowDown') mark(at + 1);
    else if (event.key === 'ArrowUp') mark(at - 1);
    else if (event.key === 'Enter' && hit) choose(hit);
    else if (event.key === 'Escape') write('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <OutlinedInput
        ref={setInput}
        fullWidth
        size="small"
        value={text}
        placeholder={label}
        onChange={({ target }) => write(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': label,
            'aria-autocomplete': 'list',
            'aria-expanded': open,
            'aria-controls': open ? list : undefined,
            'aria-activedescendant': open && hits.length > 0 ? `${list}-${at}` : undefined,
            autoComplete: 'off',
            spellCheck: false,
            enterKeyHint: 'search',
          },
        }}
        startAdornment={
          <InputAdornment position="start" sx={{ mr: 0.25 }}>
            <SearchIcon fontSize="small" />
          </InputAdornment>
        }
        endAdornment={
          text !== '' && (
            <IconButton
              size="small"
              edge="end"
              tabIndex={-1}
              aria-label={translate('pages.map.clear')}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => write('')}
            >
              <ClearIcon fontSize="small" />
            </IconButton>
          )
        }
        sx={{
          boxShadow: 2,
          minHeight: 40,
          bgcolor: 'background.paper',
          input: { textOverflow: 'ellipsis' },
        }}
      />
      <Popper open={open} anchorEl={input} placement="bottom-start" sx={{ zIndex: 'modal' }}>
        <Paper
          elevation={8}
          // Keep the focus in the input; losing it would close the list.
          onMouseDown={(event) => event.preventDefault()}
          sx={{ mt: 0.5, width: input?.clientWidth, maxHeight: '60dvh', overflow: 'auto' }}
        >
          {hits.length === 0 ? (
            <Typography sx={{ px: 2, py: 1.5, color: 'text.secondary' }}>
              {translate(isLoaded ? 'pages.map.nothingFound' : 'pages.map.stillLoading', { text })}
            </Typography>
          ) : (
            <Box component="ul" role="listbox" id={list} aria-label={label} sx={{ m: 0, p: 0.75 }}>
              {hits.map((hit, index) => (
                <Box
                  component="li"
                  role="option"
                  key={keyOf(hit)}
                  id={`${list}-${index}`}
                  aria-selected={index === at}
                  ref={index === at ? intoView : undefined}
                  onClick={() => choose(hit)}
                  onMouseMove={() => setMarked(keyOf(hit))}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 1.25,
                    px: 1.25,
                    py: 0.75,
                    minHeight: 40,
                    borderRadius: 1,
                    cursor: 'pointer',
                    bgcolor: index === at ? 'action.hover' : undefined,
                  }}
                >
                  <HitLine hit={hit} text={text} />
                </Box>
              ))}
            </Box>
          )}
        </Paper>
      </Popper>
    </>
  );
};

const intoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' });

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
