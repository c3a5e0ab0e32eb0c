import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../fields/controls/useText';
import { CommandIcon } from './CommandIcon';
import { EntryRow } from './EntryRow';
import { commandOf } from './offeredCommands';
import { StateCounts } from './StateCounts';
import type { Dispatch } from './ticketBook';
import { cancellable, inOrder, resendable } from './ticketSummary';
import { useTicketActions } from './useTicketActions';

/** One press of a command's button: what became of it for every lock. */
const DispatchSection = ({ dispatch }: { dispatch: Dispatch }) => {
  const translate = useTranslate();
  const text = useText();
  const actions = useTicketActions(dispatch.id);
  const command = commandOf(dispatch.entity, dispatch.code);
  const { entries } = dispatch;
  const waiting = cancellable(entries);
  const failed = resendable(entries);
  return (
    <Box component="section" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1.25 }}>
        <CommandIcon name={command.icon} fontSize="small" color="action" />
        <Typography variant="subtitle2" component="h3">
          {text(command.label)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', ml: 'auto' }}>
          {translate('commands.panel.locks', { smart_count: entries.length })}
        </Typography>
      </Box>
      {entries.length > 1 && (
        <Box sx={{ px: 2, pt: 0.75 }}>
          <StateCounts entries={entries} />
          {actions.cancel && waiting.length > 1 && (
            <Button size="small" disabled={actions.busy} onClick={() => actions.cancel?.(waiting)}>
              {translate('commands.panel.cancelAll', { smart_count: waiting.length })}
            </Button>
          )}
          {actions.resend && failed.length > 1 && (
            <Button size="small" disabled={actions.busy} onClick={() => actions.resend?.(failed)}>
              {translate('commands.panel.resendAll', { smart_count: failed.length })}
            </Button>
          )}
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 0.5 }}>
        {inOrder(entries).map((entry) => (
          <EntryRow key={entry.sn} entry={entry} actions={actions} />
        ))}
      </Box>
    </Box>
  );
};

/** All presses, newest first. */
export const DispatchSections = ({ dispatches }: { dispatches: readonly Dispatch[] }) =>
  dispatches.map((dispatch) => <DispatchSection key={dispatch.id} dispatch={dispatch} />);
