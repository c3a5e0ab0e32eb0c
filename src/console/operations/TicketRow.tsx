import BlockIcon from '@mui/icons-material/Block';
import FailedIcon from '@mui/icons-material/Cancel';
import CheckIcon from '@mui/icons-material/CheckCircle';
import CancelIcon from '@mui/icons-material/Close';
import WaitingIcon from '@mui/icons-material/HourglassTop';
import UnconfirmedIcon from '@mui/icons-material/HowToReg';
import PlannedIcon from '@mui/icons-material/Layers';
import NoReplyIcon from '@mui/icons-material/PhoneMissed';
import ResendIcon from '@mui/icons-material/Replay';
import SentIcon from '@mui/icons-material/Send';
import {
  Box,
  CircularProgress,
  IconButton,
  type SvgIconProps,
  Tooltip,
  Typography,
} from '@mui/material';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { REPLY_LIMIT } from '../../domain/ticket';
import {
  cancellable,
  countStates,
  type Entry,
  type EntryState,
  resendable,
  secondsLeft,
} from './tickets';
import type { TicketActions } from './useTickets';

interface Props {
  readonly entry: Entry;
  readonly actions: TicketActions;
}

/** What became of a command for one lock, and what can still be done about it. */
export const EntryRow = ({ entry, actions: { busy, cancel, resend } }: Props) => {
  const translate = useTranslate();
  const { sn, state, sentAt, percent } = entry;
  const detail = detailOf(entry);
  const tickets = { cancel: cancellable([entry]), resend: resendable([entry]) };
  return (
    <Box
      component="li"
      data-sn={sn}
      data-state={state}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 0.75, minHeight: 44 }}
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
};

const LATE_SUCCESS = 1;

/** What there is to say about an entry besides its state; undefined when that says it all. */
const detailOf = (entry: Entry): { key: string } | { text: string } | null => {
  const { state, message, late, sentAt } = entry;
  if (late)
    return { key: `operations.detail.${late === LATE_SUCCESS ? 'lateDone' : 'lateRefused'}` };
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
    <IconButton size="small" aria-label={props.name} disabled={props.busy} onClick={props.onClick}>
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
export const StateCounts = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2' }}>
      {countStates(entries).map(({ state, count }) => (
        <Box
          key={state}
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
        >
          <StateIcon state={state} />
          {translate('operations.panel.count', {
            count,
            state: translate(`operations.brief.${state}`),
          })}
        </Box>
      ))}
    </Box>
  );
};

const looks: Readonly<
  Record<EntryState, readonly [ComponentType<SvgIconProps>, SvgIconProps['color']]>
> = {
  unconfirmed: [UnconfirmedIcon, 'warning'],
  planned: [PlannedIcon, 'disabled'],
  waiting: [WaitingIcon, 'info'],
  sent: [SentIcon, 'info'],
  success: [CheckIcon, 'success'],
  failure: [FailedIcon, 'error'],
  invalid: [NoReplyIcon, 'warning'],
  cancelled: [BlockIcon, 'disabled'],
  refused: [BlockIcon, 'error'],
};

/** A state by shape and colour; the words beside it say the same. */
const StateIcon = ({ state }: { readonly state: EntryState }) => {
  const [Icon, color] = looks[state];
  return <Icon color={color} fontSize="small" />;
};
