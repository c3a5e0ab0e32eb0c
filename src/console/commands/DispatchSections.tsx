import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useText } from '../../fields/controls/useText';
import { OfferIcon, offeringOf } from '../offers';
import { EntryRow } from './EntryRow';
import { ResendDialog } from './ResendDialog';
import { StateCounts } from './StateCounts';
import type { Dispatch, Entry } from './ticketBook';
import { cancellable, inOrder, resendable } from './ticketSummary';
import { type TicketActions, useTicketActions } from './useTicketActions';

interface SummaryProps {
  readonly entries: readonly Entry[];
  readonly actions: TicketActions;
}

/** Many locks in one line, and what can be done about all of them at once. */
const Summary = ({ entries, actions: { busy, cancel, resend } }: SummaryProps) => {
  const translate = useTranslate();
  const waiting = cancellable(entries);
  const failed = resendable(entries);
  return (
    <Box sx={{ px: 2, pt: 0.75, '& .MuiButton-root': { ml: -1.25 } }}>
      <StateCounts entries={entries} />
      {cancel && waiting.length > 1 && (
        <Button size="small" disabled={busy} onClick={() => cancel(waiting)}>
          {translate('commands.panel.cancelAll', { smart_count: waiting.length })}
        </Button>
      )}
      {resend && failed.length > 1 && (
        <Button size="small" disabled={busy} onClick={() => resend(failed)}>
          {translate('commands.panel.resendAll', { smart_count: failed.length })}
        </Button>
      )}
    </Box>
  );
};

/** One press of a command's button: what became of it for every lock. */
const DispatchSection = ({ dispatch }: { dispatch: Dispatch }) => {
  const translate = useTranslate();
  const text = useText();
  const granted = useTicketActions(dispatch);
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const command = offeringOf(dispatch.entity.commands, dispatch.code);
  const { entries } = dispatch;
  const actions = granted.resend && command.danger ? { ...granted, resend: setAsked } : granted;
  return (
    <Box component="section" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1.25 }}>
        <OfferIcon name={command.icon} fontSize="small" color="action" />
        <Typography variant="subtitle2" component="h3">
          {text(command.label)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', ml: 'auto' }}>
          {translate('commands.panel.locks', { smart_count: entries.length })}
        </Typography>
      </Box>
      {entries.length > 1 && <Summary entries={entries} actions={actions} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 0.5 }}>
        {inOrder(entries).map((entry) => (
          <EntryRow key={entry.sn} entry={entry} actions={actions} />
        ))}
      </Box>
      {asked && (
        <ResendDialog
          command={command}
          count={asked.length}
          onConfirm={() => granted.resend?.(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
};

/** All presses, newest first. */
export const DispatchSections = ({ dispatches }: { dispatches: readonly Dispatch[] }) =>
  dispatches.map((dispatch) => <DispatchSection key={dispatch.id} dispatch={dispatch} />);
