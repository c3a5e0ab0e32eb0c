import BlockIcon from '@mui/icons-material/Block';
import FailedIcon from '@mui/icons-material/Cancel';
import AnsweredIcon from '@mui/icons-material/Chat';
import CheckIcon from '@mui/icons-material/CheckCircle';
import CancelIcon from '@mui/icons-material/Close';
import UnknownIcon from '@mui/icons-material/HelpOutlined';
import WaitingIcon from '@mui/icons-material/HourglassTop';
import UnconfirmedIcon from '@mui/icons-material/HowToReg';
import PlannedIcon from '@mui/icons-material/Layers';
import NoReplyIcon from '@mui/icons-material/PhoneMissed';
import ResendIcon from '@mui/icons-material/Replay';
import SentIcon from '@mui/icons-material/Send';
import {
  Box,
  Chip,
  CircularProgress,
  IconButton,
  type SvgIconProps,
  Tooltip,
  Typography,
} from '@mui/material';
import { type ComponentType, memo, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { REPLY_LIMIT } from '../../domain/ticket';
import type { useRovingTabIndex } from '../look/useRovingTabIndex';
import {
  cancellableEntries,
  countStates,
  type EntryState,
  resendableEntries,
  type StateCount,
  secondsLeft,
  type TicketEntry,
  UNKNOWN_STATE,
} from './ticketBook';
import type { TicketActions } from './useTickets';

interface Props {
  readonly entry: TicketEntry;
  readonly actions: TicketActions;
  /** Where it stands among all that are looked for, when not all of them are drawn. */
  readonly place?: { readonly index: number; readonly of: number };
  /** Measures it once it is drawn. */
  readonly measure?: (row: HTMLElement | null) => void;
  /** px from the list's upper edge. */
  readonly top?: number;
  /** What makes it one of the stops of its list. */
  readonly stop: Stop;
}

type Stop = ReturnType<ReturnType<typeof useRovingTabIndex>['stopOf']>;

/** Whether a row looks as before: what its buttons do depends on its entry alone. */
const isSameRow = (a: Props, b: Props): boolean =>
  a.entry === b.entry &&
  a.top === b.top &&
  a.stop.tabIndex === b.stop.tabIndex &&
  a.place?.index === b.place?.index &&
  a.place?.of === b.place?.of &&
  a.actions.busy === b.actions.busy &&
  !a.actions.cancel === !b.actions.cancel &&
  !a.actions.resend === !b.actions.resend;

/** What became of a command for one lock, and what can still be done about it. */
export const EntryRow = memo((props: Props) => {
  const { entry, actions, place, measure, top, stop } = props;
  const { busy, cancel, resend } = actions;
  const translate = useTranslate();
  const { sn, state, sentAt, percent } = entry;
  const detail = detailOf(entry);
  const tickets = { cancel: cancellableEntries([entry]), resend: resendableEntries([entry]) };
  return (
    <Box
      component="li"
      {...stop}
      ref={measure}
      data-index={place?.index}
      aria-posinset={place && place.index + 1}
      aria-setsize={place?.of}
      data-sn={sn}
      data-state={state}
      sx={rowLook}
      style={top === undefined ? undefined : { position: 'absolute', top, left: 0, right: 0 }}
    >
      <StateIcon state={state} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {sn}
          </Typography>
          <Typography variant="body2">{translate(`operations.state.${state}`)}</Typography>
        </Box>
        {detail && (
          <Typography
            variant="caption"
            component="p"
            sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {'text' in detail ? detail.text : translate(detail.key)}
          </Typography>
        )}
      </Box>
      {state === 'sent' && percent !== undefined && (
        <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent} %
        </Typography>
      )}
      {state === 'sent' && percent === undefined && sentAt !== null && (
        <ReplyClock sentAt={sentAt} />
      )}
      {cancel && tickets.cancel.length > 0 && (
        <RowButton
          label={translate('operations.panel.cancel')}
          name={translate('operations.panel.cancelOne', { sn })}
          busy={busy}
          onClick={() => cancel(tickets.cancel)}
          icon={CancelIcon}
        />
      )}
      {resend && tickets.resend.length > 0 && (
        <RowButton
          label={translate('operations.panel.resend')}
          name={translate('operations.panel.resendOne', { sn })}
          busy={busy}
          onClick={() => resend(tickets.resend)}
          icon={ResendIcon}
        />
      )}
    </Box>
  );
}, isSameRow);

/** Of one without anything to say besides its state, px. */
export const ROW_HEIGHT = 44;

const rowLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 0.5,
  minHeight: ROW_HEIGHT,
  boxSizing: 'border-box',
  maxWidth: 760,
  // What scrolls it cuts an outline outside of it.
  '&:focus-visible': { outlineOffset: -2 },
} as const;

const LATE_SUCCESS = 1;

/** What there is to say about an entry besides its state; undefined when that says it all. */
const detailOf = (entry: TicketEntry): { key: string } | { text: string } | null => {
  const { state, message, late, sentAt } = entry;
  if (late)
    return { key: `operations.detail.${late === LATE_SUCCESS ? 'lateDone' : 'lateRefused'}` };
  if (state === UNKNOWN_STATE) return { key: 'operations.unknownOutcome' };
  if (message) return { text: message };
  if (state === 'waiting' || state === 'planned' || state === 'unconfirmed') {
    return { key: `operations.detail.${state}` };
  }
  if (state === 'invalid') return { key: `operations.detail.${sentAt ? 'invalid' : 'overdue'}` };
  return null;
};

/** A button of a row, named after its lock: out of its row nobody would know which one it means. */
const RowButton = (props: {
  readonly label: string;
  readonly name: string;
  readonly busy: boolean;
  readonly onClick: () => void;
  readonly icon: typeof CancelIcon;
}) => (
  <Tooltip title={props.label}>
    <IconButton
      size="small"
      tabIndex={-1}
      aria-label={props.name}
      disabled={props.busy}
      onClick={props.onClick}
    >
      <props.icon fontSize="small" />
    </IconButton>
  </Tooltip>
);

/** The minute a lock has to reply, running out. Not announced: a screen reader would say every second. */
const ReplyClock = ({ sentAt }: { readonly sentAt: number }) => {
  const translate = useTranslate();
  const seconds = secondsLeft(sentAt, useSecond());
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
    >
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', typography: 'caption' }}>
        {translate('operations.panel.left', { seconds })}
      </Box>
      <CircularProgress
        variant="determinate"
        size={16}
        thickness={6}
        value={(seconds * 100_000) / REPLY_LIMIT}
      />
    </Box>
  );
};

/** The time, ms since 1970, renewed every second: for a clock that counts down in view of the reader. */
const useSecond = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** How many entries are in which state, in one line. */
export const StateCounts = ({ entries }: { readonly entries: readonly TicketEntry[] }) => {
  const countText = useCountText();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2' }}>
      {countStates(entries).map((each) => (
        <Box
          key={each.state}
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
        >
          <StateIcon state={each.state} />
          {countText(each)}
        </Box>
      ))}
    </Box>
  );
};

interface StateFilterProps {
  readonly counts: readonly StateCount[];
  readonly selected: EntryState | null;
  readonly onChoose: (state: EntryState | null) => void;
  readonly stopOf: (state: EntryState) => Stop;
}

/** The states that are offered. One that the last of its state has left still says what is shown. */
export const filterCounts = (
  entries: readonly TicketEntry[],
  selected: EntryState | null,
): readonly StateCount[] => {
  const counts = countStates(entries);
  const isListed = counts.some(({ state }) => state === selected) || selected === null;
  return isListed ? counts : [...counts, { state: selected, count: 0 }];
};

/** The same as buttons: those of one state alone, and all again by the same press. */
export const StateFilter = ({ counts, selected, onChoose, stopOf }: StateFilterProps) => {
  const translate = useTranslate();
  const countText = useCountText();
  return (
    <Box
      role="group"
      aria-label={translate('operations.panel.filter')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {counts.map((each) => (
        <Chip
          key={each.state}
          {...stopOf(each.state)}
          size="small"
          icon={<StateIcon state={each.state} />}
          label={countText(each)}
          variant={each.state === selected ? 'filled' : 'outlined'}
          aria-pressed={each.state === selected}
          onClick={() => onChoose(each.state === selected ? null : each.state)}
        />
      ))}
    </Box>
  );
};

/** So many are in a state, in words. */
const useCountText = () => {
  const translate = useTranslate();
  return ({ state, count }: StateCount): string =>
    translate('operations.panel.count', { count, state: translate(`operations.brief.${state}`) });
};

const stateIcons: Readonly<
  Record<EntryState, readonly [ComponentType<SvgIconProps>, SvgIconProps['color']]>
> = {
  unconfirmed: [UnconfirmedIcon, 'warning'],
  planned: [PlannedIcon, 'disabled'],
  waiting: [WaitingIcon, 'info'],
  sent: [SentIcon, 'info'],
  success: [CheckIcon, 'success'],
  failure: [FailedIcon, 'error'],
  answered: [AnsweredIcon, 'info'],
  invalid: [NoReplyIcon, 'warning'],
  cancelled: [BlockIcon, 'disabled'],
  refused: [BlockIcon, 'error'],
  unknown: [UnknownIcon, 'warning'],
};

/** A state by shape and colour; the words beside it say the same. */
const StateIcon = ({ state, ...props }: StateIconProps) => {
  const [Icon, color] = stateIcons[state];
  return <Icon fontSize="small" {...props} color={color} />;
};

interface StateIconProps extends SvgIconProps {
  readonly state: EntryState;
}
