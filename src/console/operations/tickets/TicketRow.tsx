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
import { Box, Chip, CircularProgress, type SvgIconProps, Typography } from '@mui/material';
import { type ComponentType, memo } from 'react';
import { useTranslate } from 'react-admin';
import type { Locale } from '../../../domain/label';
import { REPLY_LIMIT, TICKET_ENDINGS } from '../../../domain/ticket';
import { localizedText } from '../../../fields';
import { useReaderLocale, useTick } from '../../../fields/views/reader';
import { useLockTitle } from '../../app/recordNames';
import { ToolButton } from '../../look/ToolButton';
import type { useRovingTabIndex } from '../../look/useRovingTabIndex';
import {
  cancellableEntries,
  countStates,
  type EntryState,
  resendableEntries,
  type StateCount,
  secondsLeft,
  type TicketBatch,
  type TicketEntry,
  UNKNOWN_STATE,
} from '../send/ticketBook';
import { useCountText } from './countText';
import type { TicketActions } from './useTickets';

interface Props {
  readonly entry: TicketEntry;
  readonly actions: TicketActions;
  /** Position among the filtered entries, for screen readers; set if the rows are virtualised. */
  readonly place?: { readonly index: number; readonly of: number };
  /** Ref callback with which the virtualiser measures the row. */
  readonly measure?: (row: HTMLElement | null) => void;
  /** Offset from the list's upper edge, px. */
  readonly top?: number;
  readonly stop: Stop;
}

type Stop = ReturnType<ReturnType<typeof useRovingTabIndex>['stopOf']>;

/** Returns true if the props render the same row. Callbacks are ignored, because they depend on the entry alone. */
const isSameRow = (a: Props, b: Props): boolean =>
  a.entry === b.entry &&
  a.top === b.top &&
  a.stop.tabIndex === b.stop.tabIndex &&
  a.place?.index === b.place?.index &&
  a.place?.of === b.place?.of &&
  a.actions.busy === b.actions.busy &&
  !a.actions.cancel === !b.actions.cancel &&
  !a.actions.resend === !b.actions.resend;

/** Row with the result of a command for one lock, and buttons to cancel it or send it again. */
export const EntryRow = memo((props: Props) => {
  const { entry, actions, place, measure, top, stop } = props;
  const { busy, cancel, resend } = actions;
  const translate = useTranslate();
  const { sn, state, sentAt, percent } = entry;
  const lockTitle = useLockTitle();
  const detail = detailOf(entry, useReaderLocale());
  const tickets = { cancel: cancellableEntries([entry]), resend: resendableEntries([entry]) };
  const button = { tabIndex: -1, disabled: busy };
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
            {lockTitle(sn)}
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
        <ToolButton
          {...button}
          label={translate('ra.action.cancel')}
          aria-label={translate('operations.panel.cancelOne', { sn })}
          onClick={() => cancel(tickets.cancel)}
          icon={CancelIcon}
        />
      )}
      {resend && tickets.resend.length > 0 && (
        <ToolButton
          {...button}
          label={translate('operations.panel.resend')}
          aria-label={translate('operations.panel.resendOne', { sn })}
          onClick={() => resend(tickets.resend)}
          icon={ResendIcon}
        />
      )}
    </Box>
  );
}, isSameRow);

/** Height of a row that shows only its state, px. */
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
  // The scroll container clips an outline outside of the row.
  '&:focus-visible': { outlineOffset: -2 },
} as const;

const LATE_SUCCESS = 1;

/** Returns the text of an entry beside its state; null if the state says it all. */
export const detailOf = (
  entry: TicketEntry,
  locale: Locale,
): { key: string } | { text: string } | null => {
  const { state, message, late, sentAt } = entry;
  if (late)
    return { key: `operations.detail.${late === LATE_SUCCESS ? 'lateDone' : 'lateRefused'}` };
  if (state === UNKNOWN_STATE) return { key: 'operations.unknownOutcome' };
  if (message) return { text: localizedText(message, TICKET_ENDINGS, locale) };
  if (state === 'waiting' || state === 'planned' || state === 'unconfirmed') {
    return { key: `operations.detail.${state}` };
  }
  if (state === 'invalid') return { key: `operations.detail.${sentAt ? 'invalid' : 'overdue'}` };
  return null;
};

/**
 * Countdown of the minute that a lock has to reply. It is hidden from screen readers, which would read every second.
 */
const ReplyClock = ({ sentAt }: { readonly sentAt: number }) => {
  const translate = useTranslate();
  const seconds = secondsLeft(sentAt, useTick(1_000));
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

export const StateCounts = ({ batches }: { readonly batches: readonly TicketBatch[] }) => {
  const countText = useCountText(batches);
  const entries = batches.flatMap((batch) => batch.entries);
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
  readonly batch: TicketBatch;
  readonly counts: readonly StateCount[];
  readonly selected: EntryState | null;
  readonly onChoose: (state: EntryState | null) => void;
  readonly stopOf: (state: EntryState) => Stop;
}

/**
 * Returns the states to offer as filters. The selected state stays with 0 entries, so that the list explains why it is
 * empty.
 */
export const filterCounts = (
  entries: readonly TicketEntry[],
  selected: EntryState | null,
): readonly StateCount[] => {
  const counts = countStates(entries);
  const isListed = counts.some(({ state }) => state === selected) || selected === null;
  return isListed ? counts : [...counts, { state: selected, count: 0 }];
};

/** Filter buttons with the number of entries per state. A second press on the selected one shows all entries. */
export const StateFilter = ({ batch, counts, selected, onChoose, stopOf }: StateFilterProps) => {
  const translate = useTranslate();
  const countText = useCountText([batch]);
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

/** Icon of a state; the text beside it carries the meaning for screen readers. */
const StateIcon = ({ state, ...props }: SvgIconProps & { readonly state: EntryState }) => {
  const [Icon, color] = stateIcons[state];
  return <Icon fontSize="small" {...props} color={color} />;
};
