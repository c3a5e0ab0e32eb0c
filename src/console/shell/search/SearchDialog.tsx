import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import {
  Box,
  Chip,
  Dialog,
  IconButton,
  InputBase,
  LinearProgress,
  Typography,
} from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import { useIsLiveLoaded } from '../../data';
import { useIsPhone } from '../../look/useIsPhone';
import type { GrantedCommand } from './commands';
import { KeyHints, typingKeys } from './dialogKeys';
import { HitList, optionId, useActiveHit } from './HitList';
import { useHitGroups } from './hits';
import type { BufferedInput } from './keys';
import { useDeviceTargets, useOpenHit } from './openHit';

export interface SearchDialogProps {
  /** Ends the buffering of keys and returns those typed while the dialog was loading. */
  readonly takeTyped: () => BufferedInput | undefined;
  readonly onClose: () => void;
  /** Closes the dialog and navigates to a URL. */
  readonly onLeave: (address: string) => void;
}

/**
 * Dialog that finds pages, commands and devices; a chosen command then asks for its lock. The list is custom-made: cmdk
 * and MUI's Autocomplete support one option per line, but a device has a second one for the map.
 */
export const SearchDialog = ({ takeTyped, onClose, onLeave }: SearchDialogProps) => {
  const translate = useTranslate();
  const text = useText();
  const isPhone = useIsPhone();
  const titleId = useId();
  const listId = useId();
  const [query, setQuery] = useState('');
  // Enter was pressed without a hit, while devices or pinyin may still be loading.
  const [isAwaited, setAwaited] = useState(false);
  // From now on, the input receives the keys itself.
  useEffect(() => {
    const early = takeTyped();
    if (!early?.text) return;
    setQuery(early.text);
    setAwaited(early.entered);
  }, [takeTyped]);
  const [command, setCommand] = useState<GrantedCommand | null>(null);
  const ways = useDeviceTargets();
  const groups = useHitGroups(query, {
    command,
    withDevices: ways.exist,
    mapOf: ways.mapOf,
  });
  const hits = groups.flatMap((group) => group.hits);
  const { active, activate, step, reset } = useActiveHit(hits);
  const type = (input: string) => {
    setQuery(input);
    setAwaited(false);
    reset();
  };
  const askFor = (nextCommand: GrantedCommand | null) => {
    setCommand(nextCommand);
    type('');
  };
  const { choose, busy } = useOpenHit({ command, ways, onAskForLock: askFor, onClose, onLeave });
  const chooseFirst = useEffectEvent(() => {
    const [first] = hits;
    if (!first) return;
    setAwaited(false);
    choose(first, false);
  });
  const isFound = hits.length > 0;
  useEffect(() => {
    if (isAwaited && isFound) chooseFirst();
  }, [isAwaited, isFound]);
  const isLoading = !useIsLiveLoaded();
  const hasMap = command === null && ways.mapOf !== undefined;
  const hit = hits[active.index];
  const onKeyDown = typingKeys({
    hit,
    onMap: active.onMap,
    hasMap,
    step,
    toMap: (onMap) => activate(active.index, onMap),
    choose: (onMap) => hit && choose(hit, onMap),
    chooseLater: () => setAwaited(query.trim() !== ''),
    leaveCommand: command && query === '' ? () => askFor(null) : undefined,
    close: onClose,
  });
  const isAsked = query.trim() !== '';
  const emptyText = isAsked ? 'search.nothing' : command ? 'search.lockHint' : 'search.hint';
  const none = isAsked ? translate('search.none') : '';
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      aria-labelledby={titleId}
      transitionDuration={120}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          sx: isPhone
            ? { borderRadius: 0 }
            : { maxWidth: 640, mt: '10vh', maxHeight: 'min(640px, 80vh)' },
        },
      }}
    >
      <h2 id={titleId} style={visuallyHidden}>
        {translate('ra.action.search')}
      </h2>
      <SearchInput
        query={query}
        commandLabel={command ? text(command.command.label) : undefined}
        listId={listId}
        activeId={hit && optionId(listId, active)}
        onType={type}
        onKeyDown={onKeyDown}
        onLeaveCommand={() => askFor(null)}
        onClose={onClose}
      />
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
    </Dialog>
  );
};

interface Props {
  readonly query: string;
  /** Label of the command that a lock is chosen for. */
  readonly commandLabel: string | undefined;
  readonly listId: string;
  /** Id of the active option; undefined if there is none. */
  readonly activeId: string | undefined;
  readonly onType: (query: string) => void;
  readonly onKeyDown: ReturnType<typeof typingKeys>;
  readonly onLeaveCommand: () => void;
  readonly onClose: () => void;
}

/** Input of the search. It keeps the focus, and its keys move through the list below. */
const SearchInput = (props: Props) => {
  const { query, commandLabel, listId, activeId, onType, onKeyDown, onLeaveCommand, onClose } =
    props;
  const translate = useTranslate();
  const label = translate(commandLabel ? 'search.lockLabel' : 'search.label', {
    command: commandLabel,
  });
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 2,
        minHeight: 56,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchIcon color="secondary" />
      {commandLabel && (
        <Chip
          size="small"
          color="primary"
          variant="outlined"
          label={commandLabel}
          onDelete={onLeaveCommand}
          deleteIcon={<CloseIcon aria-label={translate('search.leaveCommand')} />}
        />
      )}
      <InputBase
        value={query}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate(commandLabel ? 'search.lockPlaceholder' : 'search.placeholder')}
        autoFocus
        fullWidth
        sx={{ fontSize: '1rem' }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': label,
            'aria-autocomplete': 'list',
            'aria-haspopup': 'listbox',
            'aria-expanded': activeId !== undefined,
            'aria-controls': listId,
            'aria-activedescendant': activeId,
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            enterKeyHint: 'go',
          },
        }}
      />
      <IconButton aria-label={translate('search.close')} onClick={onClose} edge="end">
        <CloseIcon fontSize="small" color="secondary" />
      </IconButton>
    </Box>
  );
};
