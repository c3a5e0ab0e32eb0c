import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { Label } from '../../domain/label';
import { MOST_WAIT_HOURS, typedFor } from '../../domain/ticket';
import { daysOf, momentClock } from '../../fields/clock';
import { ClockBox } from '../../fields/clockBox';
import type { CommandCheck, CommandHow, CommandTargets, ConsoleDataProvider } from '../data';

interface Checking {
  readonly check: CommandCheck | undefined;
  readonly checking: boolean;
  /** Why nobody knows; null where somebody does. */
  readonly failure: string | null;
}

/** What a command would do, asked of the server when its dialog opens. */
export const useCommandCheck = (code: string, targets: CommandTargets | null): Checking => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data, isFetching, error } = useQuery({
    queryKey: ['commandCheck', code, targets],
    queryFn: async () => (await dataProvider.checkCommand(code, targets ?? {})) ?? null,
    enabled: targets !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return {
    check: data ?? undefined,
    checking: isFetching,
    failure: error instanceof Error ? error.message : null,
  };
};

/** More names than that are no help. */
const MOST = 200;

interface NotesProps {
  readonly check: CommandCheck;
}

/** Who does not get a command and why, and what its sender should know first. */
export const CheckNotes = ({ check: { same, refused, twice, outside, second } }: NotesProps) => {
  const translate = useTranslate();
  const left = refused.reduce((sum, { sns }) => sum + sns.length, 0);
  return (
    <>
      {same.length > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('operations.check.same', { smart_count: same.length })}
          <Names sns={same} />
        </Alert>
      )}
      {left > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('operations.leftOut', { smart_count: left })}
          {refused.map(({ why, sns }) => (
            <Box key={why} sx={{ mt: 0.75 }}>
              <Typography variant="body2">
                {translate('operations.check.reason', { why, count: sns.length })}
              </Typography>
              <Names sns={sns} />
            </Box>
          ))}
        </Alert>
      )}
      {twice.length > 0 && (
        <Alert severity="info" variant="outlined">
          {translate('operations.check.twice', { smart_count: twice.length })}
          <Names sns={twice} />
        </Alert>
      )}
      {outside.length > 0 && (
        <Alert severity="error" variant="outlined">
          {translate('operations.check.outside', { smart_count: outside.length })}
          <Names sns={outside} />
        </Alert>
      )}
      {second && (
        <Alert severity="info" variant="outlined">
          {translate('operations.check.second')}
        </Alert>
      )}
    </>
  );
};

const Names = ({ sns }: { readonly sns: readonly string[] }) => (
  <Typography variant="body2" color="textSecondary" sx={{ maxHeight: 80, overflowY: 'auto' }}>
    {sns.slice(0, MOST).join(', ')}
    {sns.length > MOST && ' …'}
  </Typography>
);

/** What somebody has entered of how a command is sent. */
export interface HowEntered {
  readonly reason: string;
  readonly typed: string;
  readonly hours: string;
  /** ms since 1970; NaN for what cannot be read. */
  readonly start: number | null;
}

export const nothingEntered: HowEntered = { reason: '', typed: '', hours: '', start: null };

/** What is entered as a call has it; the names of what is wrong with it. */
export const howOf = (
  entered: HowEntered,
  check: Pick<CommandCheck, 'typed'> | undefined,
  sns: readonly string[],
): { readonly how: CommandHow } | { readonly wrong: readonly (keyof HowEntered)[] } => {
  const { reason, typed, hours, start } = entered;
  const at = start ?? undefined;
  const wait = hours === '' ? undefined : Number(hours);
  const wrong: (keyof HowEntered)[] = [];
  if (check?.typed && reason.trim() === '') wrong.push('reason');
  if (check?.typed && typed.trim() !== typedFor(sns, sns.length)) wrong.push('typed');
  if (wait !== undefined && !(Number.isInteger(wait) && wait >= 1 && wait <= MOST_WAIT_HOURS)) {
    wrong.push('hours');
  }
  if (at !== undefined && !(at > Date.now())) wrong.push('start');
  if (wrong.length > 0) return { wrong };
  const how: CommandHow = {
    total: sns.length,
    ...(wait !== undefined && { hours: wait }),
    ...(at !== undefined && { start: at }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(check?.typed && { typed: typed.trim() }),
  };
  return { how };
};

interface HowInputsProps {
  readonly check: Pick<CommandCheck, 'typed' | 'hours'>;
  readonly sns: readonly string[];
  readonly entered: HowEntered;
  readonly onChange: (entered: HowEntered) => void;
  readonly wrong: readonly string[];
  readonly disabled: boolean;
  /** Only the reason and what is typed. */
  readonly brief?: true;
}

const NOT_BEFORE: Label = ['Not before', '不早于'];

/** Reason and typed confirmation of what is dangerous; when it is sent, and how long it waits. */
export const HowInputs = (props: HowInputsProps) => {
  const { check, sns, entered, onChange, wrong, disabled, brief } = props;
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const input = (name: 'reason' | 'typed' | 'hours', label: string, more: object = {}) => (
    <TextField
      name={name}
      size="small"
      fullWidth
      label={label}
      value={entered[name]}
      onChange={({ target }) => onChange({ ...entered, [name]: target.value })}
      error={wrong.includes(name)}
      helperText={wrong.includes(name) ? translate(`operations.how.wrong.${name}`) : undefined}
      disabled={disabled}
      {...more}
    />
  );
  const what = typedFor(sns, sns.length);
  const shrunk = { inputLabel: { shrink: true } };
  return (
    <>
      {check.typed && (
        <>
          {input('reason', translate('operations.how.reason'), { required: true })}
          {input('typed', translate('operations.how.typed', { what }), {
            required: true,
            autoComplete: 'off',
          })}
        </>
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
          <ClockBox
            clock={momentClock}
            field={{ label: NOT_BEFORE, required: false }}
            name="start"
            value={entered.start}
            days={daysOf({ min: 'now' })}
            onChange={(start) =>
              onChange({ ...entered, start: typeof start === 'number' ? start : null })
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
