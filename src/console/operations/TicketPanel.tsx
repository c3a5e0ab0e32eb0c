import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandLess';
import { Box, Button, Collapse, IconButton, Paper, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Command } from '../../config';
import { useText } from '../../fields/reader';
import type { CommandCheck, CommandHow } from '../data';
import { operationOf } from './availability';
import { OperationIcon } from './buttons';
import { OperationDialog } from './OperationDialog';
import { enteredFor, HowInputs, howOf, useCommandCheck } from './Sending';
import { EntryRow, StateCounts } from './TicketRow';
import { cancellable, type Dispatch, type Entry, inOrder, resendable, ticketBook } from './tickets';
import { type TicketActions, useTicketActions } from './useTickets';

/**
 * What became of the commands sent from this window, in the corner of every page until it is closed; on a phone along
 * the lower edge.
 */
export const TicketPanel = ({ dispatches }: { readonly dispatches: readonly Dispatch[] }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(true);
  const list = useId();
  const title = useId();
  const newest = dispatches[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new command opens the panel
  useEffect(() => setOpen(true), [newest]);
  return (
    <Paper
      component="section"
      aria-labelledby={title}
      elevation={8}
      sx={(theme) => ({
        position: 'fixed',
        // Dialogs are above it, everything else below.
        zIndex: theme.zIndex.modal - 1,
        right: 16,
        bottom: 16,
        width: 400,
        display: 'flex',
        flexDirection: 'column',
        borderRadius: 2,
        overflow: 'hidden',
        [theme.breakpoints.down('sm')]: {
          left: 0,
          right: 0,
          bottom: 0,
          width: 'auto',
          borderRadius: '16px 16px 0 0',
          pb: 'env(safe-area-inset-bottom)',
        },
      })}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          pl: 2,
          pr: 1,
          minHeight: 48,
          borderBottom: open ? 1 : 0,
          borderColor: 'divider',
        }}
      >
        <Typography id={title} variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
          {translate('operations.panel.title')}
        </Typography>
        {!open && <StateCounts entries={dispatches.flatMap(({ entries }) => entries)} />}
        <Box sx={{ ml: 'auto', display: 'flex' }}>
          <IconButton
            size="small"
            aria-label={translate(`operations.panel.${open ? 'collapse' : 'expand'}`)}
            aria-expanded={open}
            aria-controls={list}
            onClick={() => setOpen(!open)}
          >
            <ExpandIcon
              sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform 0.2s' }}
            />
          </IconButton>
          <IconButton
            size="small"
            aria-label={translate('operations.panel.close')}
            onClick={() => ticketBook.clear()}
          >
            <CloseIcon />
          </IconButton>
        </Box>
      </Box>
      <Collapse in={open} id={list}>
        <Box sx={{ maxHeight: 'min(50vh, 440px)', overflowY: 'auto' }}>
          <DispatchSections dispatches={dispatches} />
        </Box>
      </Collapse>
    </Paper>
  );
};

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
          {translate('operations.panel.cancelAll', { smart_count: waiting.length })}
        </Button>
      )}
      {resend && failed.length > 1 && (
        <Button size="small" disabled={busy} onClick={() => resend(failed)}>
          {translate('operations.panel.resendAll', { smart_count: failed.length })}
        </Button>
      )}
    </Box>
  );
};

/** So many locks of one press are told one by one, those that need somebody first. */
const SHOWN = 50;

/** One press of a command's button: what became of it for every lock. */
const DispatchSection = ({ dispatch }: { dispatch: Dispatch }) => {
  const translate = useTranslate();
  const text = useText();
  const granted = useTicketActions(dispatch);
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const command = operationOf(dispatch.entity.commands, dispatch.code);
  const { entries } = dispatch;
  const actions =
    granted.resend && (command.danger || command.typed)
      ? { ...granted, resend: setAsked }
      : granted;
  return (
    <Box component="section" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1.25 }}>
        <OperationIcon name={command.icon} fontSize="small" color="action" />
        <Typography variant="subtitle2" component="h3">
          {text(command.label)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', ml: 'auto' }}>
          {translate('operations.panel.locks', { smart_count: entries.length })}
        </Typography>
      </Box>
      {entries.length > 1 && <Summary entries={entries} actions={actions} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 0.5 }}>
        {inOrder(entries)
          .slice(0, SHOWN)
          .map((entry) => (
            <EntryRow key={entry.sn} entry={entry} actions={actions} />
          ))}
      </Box>
      {entries.length > SHOWN && (
        <Typography variant="caption" component="p" sx={{ px: 2, pb: 1, color: 'text.secondary' }}>
          {translate('operations.panel.more', { smart_count: entries.length - SHOWN })}
        </Typography>
      )}
      {asked && (
        <ResendDialog
          code={dispatch.code}
          command={command}
          sns={entries.flatMap(({ ticket, sn }) =>
            ticket !== null && asked.includes(ticket) ? [sn] : [],
          )}
          onConfirm={(how) => granted.resend?.(asked, how)}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
};

/** All presses, newest first. */
const DispatchSections = ({ dispatches }: { dispatches: readonly Dispatch[] }) =>
  dispatches.map((dispatch) => <DispatchSection key={dispatch.id} dispatch={dispatch} />);

interface Props {
  readonly code: string;
  readonly command: Command;
  readonly sns: readonly string[];
  readonly onConfirm: (how?: CommandHow) => void;
  readonly onClose: () => void;
}

/** What is dangerous is asked again before it is sent again. */
const ResendDialog = ({ code, command, sns, onConfirm, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const [entered, setEntered] = useState(() => enteredFor({}));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const count = sns.length;
  const [aim] = useState({ sns });
  // Until the server has said whether these locks need it, it is asked for whenever the command knows it.
  const { check: asked } = useCommandCheck(code, aim);
  const check: Pick<CommandCheck, 'typed' | 'code' | 'hours'> = asked ?? {
    typed: command.typed !== undefined,
    hours: 0,
  };
  const confirm = () => {
    const told = howOf(entered, check, sns);
    if ('wrong' in told) return setWrong(told.wrong);
    onClose();
    onConfirm(check.typed || check.code ? told.how : undefined);
  };
  return (
    <OperationDialog
      operation={command}
      count={count}
      busy={false}
      onClose={onClose}
      closeLabel={translate('operations.cancel')}
      onSubmit={confirm}
      submitLabel={translate('operations.panel.resend')}
    >
      {command.confirm && <Typography>{text(command.confirm)}</Typography>}
      <Typography>{translate('operations.panel.resendDanger', { smart_count: count })}</Typography>
      <HowInputs
        code={code}
        command={command}
        check={check}
        sns={sns}
        entered={entered}
        onChange={setEntered}
        wrong={wrong}
        disabled={false}
        brief
      />
    </OperationDialog>
  );
};
