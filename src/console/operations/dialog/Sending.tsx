import { Alert, type AlertColor, Box, Button, TextField, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { Command } from '../../../config';
import type { Label } from '../../../domain/label';
import { confirmationText, MAX_WAIT_HOURS } from '../../../domain/ticket';
import { daysOf, momentFormat } from '../../../fields/clock';
import { DateTimeInput } from '../../../fields/views/DateTimeInput';
import type { CommandCheck, CommandTargets, SendOptions } from '../../../protocol';
import { type ConsoleDataProvider, errorNotice } from '../../data';
import { commandCheckQuery } from '../send/commandCheck';
import { NameList } from './OperationDialog';

/** Runs `commandCheckQuery` when a dialog opens. */
export const useCommandCheck = (code: string, targets: CommandTargets | null) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data, isFetching, error } = useQuery({
    ...commandCheckQuery(dataProvider, code, targets ?? {}),
    enabled: targets !== null,
  });
  return {
    check: data ?? undefined,
    checking: isFetching,
    /** Error message of the check; null unless it failed. */
    failure: error instanceof Error ? error.message : null,
  };
};

/** Parts of a check that warn. */
export type Warnings = Pick<
  CommandCheck,
  'same' | 'refused' | 'twice' | 'outside' | 'second' | 'code'
>;

/** Warnings before a command is sent, among them the locks that do not get it with the reasons. */
export const CommandWarnings = ({ check }: { readonly check: Warnings }) => {
  const translate = useTranslate();
  const { refused, second, code } = check;
  const warning = (severity: AlertColor, name: 'same' | 'twice' | 'outside') =>
    check[name].length > 0 && (
      <Alert severity={severity} variant="outlined">
        {translate(`operations.check.${name}`, { smart_count: check[name].length })}
        <NameList names={check[name]} />
      </Alert>
    );
  const refusedCount = refused.reduce((sum, { sns }) => sum + sns.length, 0);
  return (
    <>
      {warning('warning', 'same')}
      {refusedCount > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('operations.leftOut', { smart_count: refusedCount })}
          {refused.map(({ why, sns }) => (
            <Box key={why} sx={{ mt: 0.75 }}>
              <Typography variant="body2">
                {translate('operations.check.reason', { why, count: sns.length })}
              </Typography>
              <NameList names={sns} />
            </Box>
          ))}
        </Alert>
      )}
      {warning('info', 'twice')}
      {warning('error', 'outside')}
      {(second || code) && (
        <Alert severity="info" variant="outlined">
          {translate(`operations.check.${second ? 'second' : 'code'}`)}
        </Alert>
      )}
    </>
  );
};

const emptyDraft = {
  reason: '',
  typed: '',
  hours: '',
  /** Epoch ms; NaN for an invalid input. */
  start: null as number | null,
  /** One-time code that was sent to the operator. */
  code: '',
  /** Number of locks in the first wave; empty to send to all at once. */
  first: '',
  next: '',
  failures: '',
};

/** Inputs of the send options as typed. */
type SendDraft = Readonly<typeof emptyDraft>;

/** Returns the initial draft of a form, with the waves that the command proposes. */
export const sendOptionsFor = ({ waves }: Pick<Command, 'waves'>): SendDraft =>
  waves
    ? { ...emptyDraft, first: String(waves.first), failures: String(waves.failures) }
    : emptyDraft;

const MAX_WAVE = 20_000;

/** Parses a whole number; undefined for an empty input, NaN if it is invalid or out of bounds. */
const wholeOf = (text: string, min: number): number | undefined => {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= MAX_WAVE ? value : Number.NaN;
};

/** Parses the waves of a draft; undefined if all locks get the command at once. */
const wavesOf = (
  draft: SendDraft,
  count: number,
): Pick<SendOptions, 'waves'> & { readonly wrong: readonly (keyof SendDraft)[] } => {
  const first = wholeOf(draft.first, 1);
  if (first === undefined) return { wrong: [] };
  const next = wholeOf(draft.next, 1);
  const failures = wholeOf(draft.failures, 0) ?? 0;
  const wrong = (['first', 'next', 'failures'] as const).filter((name) =>
    Number.isNaN({ first, next, failures }[name]),
  );
  if (wrong.length > 0 || count <= first) return { wrong };
  return { wrong, waves: { first, failures, ...(next !== undefined && { next }) } };
};

/** Converts a draft to the send options of the call, or returns the names of its invalid fields. */
export const sendOptions = (
  draft: SendDraft,
  check: Pick<CommandCheck, 'typed' | 'code'> | undefined,
  sns: readonly string[],
): { readonly how: SendOptions } | { readonly wrong: readonly (keyof SendDraft)[] } => {
  const { reason, typed, hours, start, code } = draft;
  const at = start ?? undefined;
  const wait = hours === '' ? undefined : Number(hours);
  const wrong: (keyof SendDraft)[] = [];
  if (check?.typed && reason.trim() === '') wrong.push('reason');
  if (check?.typed && typed.trim() !== confirmationText(sns, sns.length)) wrong.push('typed');
  if (wait !== undefined && !(Number.isInteger(wait) && wait >= 1 && wait <= MAX_WAIT_HOURS)) {
    wrong.push('hours');
  }
  if (at !== undefined && !(at > Date.now())) wrong.push('start');
  if (check?.code && !/^\d{6}$/.test(code.trim())) wrong.push('code');
  const inWaves = wavesOf(draft, sns.length);
  wrong.push(...inWaves.wrong);
  if (wrong.length > 0) return { wrong };
  const how: SendOptions = {
    total: sns.length,
    ...(wait !== undefined && { hours: wait }),
    ...(at !== undefined && { start: at }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(check?.typed && { typed: typed.trim() }),
    ...(check?.code && { code: code.trim() }),
    ...(inWaves.waves && { waves: inWaves.waves }),
  };
  return { how };
};

interface SendOptionsInputsProps {
  readonly code: string;
  readonly command: Pick<Command, 'waves'>;
  readonly check: Pick<CommandCheck, 'typed' | 'hours' | 'code'>;
  readonly sns: readonly string[];
  readonly draft: SendDraft;
  readonly onChange: (draft: SendDraft) => void;
  readonly wrong: readonly string[];
  readonly disabled: boolean;
  /** Show only the reason and the typed confirmation. */
  readonly brief?: true;
}

/** Requests a one-time code and shows the address that it was sent to. */
export const CodeButton = ({ code, disabled }: { code: string; disabled: boolean }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.sendCode(code),
    onSuccess: ({ to }) => notify('operations.how.codeSent', { type: 'info', messageArgs: { to } }),
    onError: (error) => notify(...errorNotice(error)),
  });
  return (
    <Button
      onClick={() => mutate()}
      disabled={disabled || isPending}
      sx={{ flexShrink: 0, minHeight: 40 }}
    >
      {translate('operations.how.sendCode')}
    </Button>
  );
};

const NOT_BEFORE: Label = ['Not before', '不早于'];

/** Inputs for the reason and typed confirmation of a dangerous command, its start, expiry and waves. */
export const SendOptionsInputs = (props: SendOptionsInputsProps) => {
  const { code, command, check, sns, draft, onChange, wrong, disabled, brief } = props;
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const input = (name: Exclude<keyof SendDraft, 'start'>, label: string, more: object = {}) => (
    <TextField
      key={name}
      name={name}
      size="small"
      margin="none"
      fullWidth
      label={label}
      value={draft[name]}
      onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
      error={wrong.includes(name)}
      helperText={wrong.includes(name) ? translate(`operations.how.wrong.${name}`) : undefined}
      disabled={disabled}
      {...more}
    />
  );
  const confirmation = confirmationText(sns, sns.length);
  const shrunk = { inputLabel: { shrink: true } };
  return (
    <>
      {check.typed && (
        <>
          {input('reason', translate('operations.how.reason'), { required: true })}
          {input('typed', translate('operations.how.typed', { what: confirmation }), {
            required: true,
            autoComplete: 'off',
          })}
        </>
      )}
      {check.code && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          {input('code', translate('operations.how.code'), {
            required: true,
            autoComplete: 'one-time-code',
            slotProps: { htmlInput: { inputMode: 'numeric', maxLength: 6 } },
          })}
          <CodeButton code={code} disabled={disabled} />
        </Box>
      )}
      {!brief && command.waves && sns.length > 1 && (
        <Box
          role="group"
          aria-label={translate('operations.how.waves')}
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr 1fr' } }}
        >
          {(['first', 'next', 'failures'] as const).map((name) =>
            input(name, translate(`operations.how.${name}`), {
              type: 'number',
              placeholder: translate(`operations.how.empty.${name}`),
              slotProps: { ...shrunk, htmlInput: { min: name === 'failures' ? 0 : 1 } },
            }),
          )}
        </Box>
      )}
      {!brief && !open && (
        <Button
          size="small"
          onClick={() => setOpen(true)}
          disabled={disabled}
          sx={{ alignSelf: 'flex-start', ml: -0.75 }}
        >
          {translate('operations.how.more')}
        </Button>
      )}
      {!brief && open && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '3fr 2fr' } }}>
          <DateTimeInput
            format={momentFormat}
            field={{ label: NOT_BEFORE, required: false }}
            name="start"
            value={draft.start}
            days={daysOf({ min: 'now' })}
            onChange={(start) =>
              onChange({ ...draft, start: typeof start === 'number' ? start : null })
            }
            error={wrong.includes('start') ? translate('operations.how.wrong.start') : undefined}
            disabled={disabled}
          />
          {input('hours', translate('operations.how.hours'), {
            type: 'number',
            placeholder: String(check.hours),
            slotProps: shrunk,
          })}
        </Box>
      )}
    </>
  );
};
