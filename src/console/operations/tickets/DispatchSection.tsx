import SearchIcon from '@mui/icons-material/Search';
import {
  Box,
  Button,
  InputAdornment,
  TextField,
  Link as TextLink,
  Typography,
} from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Command } from '../../../config';
import { useText } from '../../../fields/views/reader';
import type { CommandCheck, SendOptions } from '../../../protocol';
import { recordAddress, useListAddress } from '../../app';
import { useCanRead } from '../../data';
import { CARD_GRID } from '../../look/components';
import { useRovingTabIndex } from '../../look/useRovingTabIndex';
import { OperationDialog } from '../dialog/OperationDialog';
import { SendOptionsInputs, sendOptions, sendOptionsFor, useCommandCheck } from '../dialog/Sending';
import { operationOf } from '../offer/availability';
import { OperationIcon } from '../offer/buttons';
import {
  cancellableEntries,
  type EntryFilter,
  filterEntries,
  resendableEntries,
  type TicketBatch,
  type TicketEntry,
} from '../send/ticketBook';
import { EntryRow, filterCounts, ROW_HEIGHT, StateFilter } from './TicketRow';
import { type TicketActions, useTicketActions } from './useTickets';

interface SectionProps {
  readonly dispatch: TicketBatch;
  /** Scroll container of all sections. */
  readonly scroller: RefObject<HTMLElement | null>;
}

const ALL: EntryFilter = { state: null, sn: '' };

export const DispatchSection = ({ dispatch, scroller }: SectionProps) => {
  const translate = useTranslate();
  const text = useText();
  const granted = useTicketActions(dispatch);
  const [resendTickets, setResendTickets] = useState<readonly string[] | null>(null);
  const [filter, setFilter] = useState(ALL);
  const command = operationOf(dispatch.entity.commands, dispatch.code);
  const { entries } = dispatch;
  const visibleEntries = useMemo(() => filterEntries(entries, filter), [entries, filter]);
  const actions =
    granted.resend && (command.danger || command.typed)
      ? { ...granted, resend: setResendTickets }
      : granted;
  return (
    <Box
      component="section"
      sx={{
        minWidth: 0,
        ...(entries.length > 1 && {
          gridColumn: '1 / -1',
          '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
        }),
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pt: 1 }}>
        <OperationIcon name={command.icon} fontSize="small" color="action" />
        <Typography variant="subtitle2" component="h3">
          {text(command.label)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('operations.targets', { smart_count: entries.length })}
        </Typography>
        {entries.length > 1 && (
          <Tools
            dispatch={dispatch}
            actions={actions}
            filter={filter}
            onFilter={(change) => {
              setFilter({ ...filter, ...change });
            }}
          />
        )}
      </Box>
      {visibleEntries.length === 0 && (
        <Typography variant="body2" sx={{ px: 2, py: 1, color: 'text.secondary' }}>
          {translate('operations.panel.none')}
        </Typography>
      )}
      <Entries entries={visibleEntries} actions={actions} scroller={scroller} />
      {resendTickets && (
        <ResendDialog
          code={dispatch.code}
          command={command}
          sns={entries.flatMap(({ ticket, sn }) =>
            ticket !== null && resendTickets.includes(ticket) ? [sn] : [],
          )}
          onConfirm={(how) => granted.resend?.(resendTickets, how)}
          onClose={() => setResendTickets(null)}
        />
      )}
    </Box>
  );
};

/** Number of locks above which a section has a search and virtualised rows. */
const MANY = 30;

interface ToolsProps {
  readonly dispatch: TicketBatch;
  readonly actions: TicketActions;
  readonly filter: EntryFilter;
  readonly onFilter: (change: Partial<EntryFilter>) => void;
}

/** Summary of a section with more than one lock: the filter by state and number, and the actions for all of them. */
const Tools = ({ dispatch, actions, filter, onFilter }: ToolsProps) => {
  const { entries } = dispatch;
  const { busy, cancel, resend } = actions;
  const translate = useTranslate();
  const cancellable = useMemo(() => cancellableEntries(entries), [entries]);
  const failed = useMemo(() => resendableEntries(entries), [entries]);
  const cancels = cancel && cancellable.length > 1;
  const resends = resend && failed.length > 1;
  const list = useListAddress()(BATCHES);
  const readable = useCanRead(BATCHES);
  // On the server the batch remains after this window is closed.
  const batch =
    dispatch.batch !== undefined && list && readable && recordAddress(list, dispatch.batch);
  const counts = filterCounts(entries, filter.state);
  const { group, stopOf } = useRovingTabIndex('row', [
    ...counts.map(({ state }) => state),
    ...(cancels ? ['cancel'] : []),
    ...(resends ? ['resend'] : []),
    ...(batch ? ['batch'] : []),
  ]);
  return (
    <Box
      {...group}
      role="toolbar"
      aria-label={translate('operations.panel.tools')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, flex: 1 }}
    >
      <StateFilter
        batch={dispatch}
        counts={counts}
        selected={filter.state}
        onChoose={(state) => onFilter({ state })}
        stopOf={stopOf}
      />
      {entries.length > MANY && (
        <TextField
          size="small"
          value={filter.sn}
          onChange={({ target }) => onFilter({ sn: target.value })}
          placeholder={translate('operations.panel.find')}
          slotProps={{
            htmlInput: { 'aria-label': translate('operations.panel.find') },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
          sx={{ width: 200 }}
        />
      )}
      {cancels && (
        <Button
          {...stopOf('cancel')}
          size="small"
          disabled={busy}
          onClick={() => cancel(cancellable)}
        >
          {translate('operations.panel.cancelAll', { smart_count: cancellable.length })}
        </Button>
      )}
      {resends && (
        <Button {...stopOf('resend')} size="small" disabled={busy} onClick={() => resend(failed)}>
          {translate('operations.panel.resendAll', { smart_count: failed.length })}
        </Button>
      )}
      {batch && (
        <TextLink
          {...stopOf('batch')}
          component={Link}
          to={batch}
          variant="body2"
          sx={{ ml: 'auto' }}
        >
          {translate('operations.panel.batch')}
        </TextLink>
      )}
    </Box>
  );
};

const BATCHES = 'commandBatch';

interface EntriesProps extends Pick<SectionProps, 'scroller'> {
  readonly entries: readonly TicketEntry[];
  readonly actions: TicketActions;
}

/** Rows of a section. Many are virtualised; all sections share one scroll container. */
const Entries = ({ entries, actions, scroller }: EntriesProps) => {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const isMany = entries.length > MANY;
  // The content above changes its height without notice, so measure after every render.
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0));
  const window = useVirtualizer({
    enabled: isMany,
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: margin,
    overscan: 3,
    getItemKey: (index) => entries[index]?.sn ?? index,
  });
  const rows = isMany
    ? window.getVirtualItems().flatMap(({ index, start }) => {
        const entry = entries[index];
        const place = { index, of: entries.length };
        return entry ? [{ entry, place, measure: window.measureElement, top: start - margin }] : [];
      })
    : entries.map((entry) => ({ entry }));
  const { group, stopOf } = useRovingTabIndex(
    'column',
    rows.map(({ entry }) => entry.sn),
  );
  return (
    <Box
      {...group}
      ref={list}
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: 0, mb: 0.5, ...(!isMany && CARD_GRID) }}
      style={isMany ? { position: 'relative', height: window.getTotalSize() } : undefined}
    >
      {rows.map((row) => (
        <EntryRow key={row.entry.sn} {...row} actions={actions} stop={stopOf(row.entry.sn)} />
      ))}
    </Box>
  );
};

interface Props {
  readonly code: string;
  readonly command: Command;
  readonly sns: readonly string[];
  readonly onConfirm: (how?: SendOptions) => void;
  readonly onClose: () => void;
}

const ResendDialog = ({ code, command, sns, onConfirm, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const [draft, setDraft] = useState(() => sendOptionsFor({}));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const count = sns.length;
  const [aim] = useState({ sns });
  // Ask for the confirmation if the command declares one, until the server tells if these locks need it.
  const { check: serverCheck } = useCommandCheck(code, aim);
  const check: Pick<CommandCheck, 'typed' | 'code' | 'hours'> = serverCheck ?? {
    typed: command.typed !== undefined,
    hours: 0,
  };
  const confirm = () => {
    const result = sendOptions(draft, check, sns);
    if ('wrong' in result) return setWrong(result.wrong);
    onClose();
    onConfirm(check.typed || check.code ? result.how : undefined);
  };
  return (
    <OperationDialog
      operation={command}
      count={count}
      busy={false}
      onClose={onClose}
      closeLabel={translate('ra.action.cancel')}
      onSubmit={confirm}
      submitLabel={translate('operations.panel.resend')}
    >
      {command.confirm && <Typography>{text(command.confirm)}</Typography>}
      <Typography>{translate('operations.panel.resendDanger', { smart_count: count })}</Typography>
      <SendOptionsInputs
        code={code}
        command={command}
        check={check}
        sns={sns}
        draft={draft}
        onChange={setDraft}
        wrong={wrong}
        disabled={false}
        brief
      />
    </OperationDialog>
  );
};
