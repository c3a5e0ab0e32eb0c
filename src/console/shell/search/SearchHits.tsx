import { Box, LinearProgress, Typography } from '@mui/material';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
} from 'react';
import { useTranslate } from 'react-admin';
import { useIsLiveLoaded } from '../../data';
import { useIsPhone } from '../../look/useIsPhone';
import type { GrantedCommand } from './commands';
import { KeyHints, typingKeys } from './dialogKeys';
import { HitList, optionId, useActiveHit } from './HitList';
import { useHitGroups } from './hits';
import { useDeviceTargets, useOpenHit } from './openHit';

interface Props {
  readonly query: string;
  /** Command that a lock is chosen for. */
  readonly command: GrantedCommand | null;
  /** Opens the first hit once there is one. */
  readonly isAwaited: boolean;
  readonly listId: string;
  /** Set to the function that handles the keys of the input. */
  readonly keys: RefObject<((event: KeyboardEvent<HTMLInputElement>) => void) | undefined>;
  /** Called with the id of the active option; undefined if there is none. */
  readonly onActive: (id: string | undefined) => void;
  readonly onAwait: (isAwaited: boolean) => void;
  /** Asks for the lock of a command, or for anything again, in an empty input. */
  readonly onCommand: (command: GrantedCommand | null) => void;
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
}

/**
 * Hits of the search box. The list is custom-made: cmdk and MUI's Autocomplete support one option per line, but a device
 * has a second one for the map.
 */
export const SearchHits = ({ query, command, isAwaited, listId, keys, ...on }: Props) => {
  const { onActive, onAwait, onCommand, onClose, onLeave } = on;
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const ways = useDeviceTargets();
  const groups = useHitGroups(query, {
    command,
    withDevices: ways.exist,
    mapOf: ways.mapOf,
  });
  const hits = groups.flatMap((group) => group.hits);
  const { active, activate, step } = useActiveHit(hits, query);
  const { choose, busy } = useOpenHit({ command, ways, onAskForLock: onCommand, onClose, onLeave });
  const chooseFirst = useEffectEvent(() => {
    const [first] = hits;
    if (!first) return;
    onAwait(false);
    choose(first, false);
  });
  const isFound = hits.length > 0;
  useEffect(() => {
    if (isAwaited && isFound) chooseFirst();
  }, [isAwaited, isFound]);
  const isLoading = !useIsLiveLoaded();
  const hasMap = command === null && ways.mapOf !== undefined;
  const hit = hits[active.index];
  const isAsked = query.trim() !== '';
  useLayoutEffect(() => {
    keys.current = typingKeys({
      hit,
      onMap: active.onMap,
      hasMap,
      step,
      toMap: (onMap) => activate(active.index, onMap),
      choose: (onMap) => hit && choose(hit, onMap),
      chooseLater: () => onAwait(isAsked),
      leaveCommand: command && query === '' ? () => onCommand(null) : undefined,
      close: onClose,
    });
  });
  const activeId = hit && optionId(listId, active);
  useLayoutEffect(() => onActive(activeId), [onActive, activeId]);
  const emptyText = isAsked ? 'search.nothing' : command ? 'search.lockHint' : 'search.hint';
  const none = isAsked ? translate('search.none') : '';
  return (
    <>
      <Box sx={{ height: 2, flex: 'none' }}>
        {(busy || (isAwaited && isLoading)) && <LinearProgress sx={{ height: 2 }} />}
      </Box>
      <Box sx={{ flex: 1, minHeight: 120, overflow: 'auto', px: 1, py: 0.5 }}>
        {hits.length === 0 && (
          <Typography sx={{ px: 2, py: 4, textAlign: 'center', color: 'text.secondary' }}>
            {translate(emptyText, { text: query.trim() })}
          </Typography>
        )}
        <HitList
          id={listId}
          groups={groups}
          active={active}
          hasMap={hasMap}
          onActivate={activate}
          onChoose={choose}
        />
      </Box>
      <Box
        sx={{
          flex: 'none',
          display: 'flex',
          justifyContent: 'space-between',
          px: 2,
          py: 1,
          minHeight: 36,
          borderTop: 1,
          borderColor: 'divider',
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        <span role="status">
          {hits.length > 0 ? translate('search.count', { smart_count: hits.length }) : none}
        </span>
        {!isPhone && <KeyHints hasMap={hasMap && hit?.kind === 'device'} />}
      </Box>
    </>
  );
};
