import {
  Alert,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AllowedSplit, AnyEntity, Attempt, Operation, Row } from '../../../config';
import { useText } from '../../../fields/views/reader';
import { useWhyNot } from '../../app';
import { useRecordNames } from '../../app/recordNames';
import { OperationIcon } from '../offer/buttons';

export interface DialogProps<R> {
  readonly request: R;
  readonly onClose: () => void;
}

interface Props {
  readonly operation: Operation;
  /** The label of the operation by default. */
  readonly title?: string;
  readonly note?: string;
  /** Number of records that the operation applies to. */
  readonly count: number;
  readonly busy: boolean;
  /** Disables the button while the targets are still being loaded. */
  readonly waits?: boolean;
  /** Ignore Escape and clicks outside, because closing would lose the displayed result. */
  readonly stays?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: FormEventHandler & (() => unknown);
  readonly closeLabel: string;
  /** Label of the submit button; undefined hides it after the operation. */
  readonly submitLabel?: string;
  readonly children: ReactNode;
}

/** Id of the question of the open dialog, which screen readers read when it opens. */
export const QUESTION_ID = 'operation-question';

/** Dialog that confirms an operation. Enter does not submit a dangerous one: it takes a press of the button. */
export const OperationDialog = (props: Props) => {
  const { operation, note, count, busy, waits, stays, onClose, onSubmit, closeLabel, submitLabel } =
    props;
  const { danger, icon, args } = operation;
  const text = useText();
  const translate = useTranslate();
  const label = text(operation.label);
  const hasArgs = Object.keys(args).length > 0;
  const submit = useRef<HTMLButtonElement>(null);
  const isReady = count > 0 && !waits;
  const canConfirm = submitLabel !== undefined && isReady && !danger;
  const takesFocus = isReady && !danger && !hasArgs;
  // When it becomes enabled, if the focus is still on an element around it.
  useEffect(() => {
    if (takesFocus && document.activeElement?.contains(submit.current)) submit.current?.focus();
  }, [takesFocus]);
  return (
    <Dialog
      open
      onClose={busy || stays ? undefined : onClose}
      maxWidth="xs"
      aria-describedby={operation.confirm && QUESTION_ID}
    >
      <Box
        component="form"
        noValidate
        // Enter in an input must not submit a dangerous operation.
        onSubmit={danger ? (event) => event.preventDefault() : onSubmit}
        onKeyDown={(event) => {
          // Ctrl+Enter and Cmd+Enter confirm from within a multiline input too.
          const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (!isSubmit || !canConfirm || busy) return;
          event.preventDefault();
          void onSubmit(event);
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <OperationIcon name={icon} color={danger ? 'error' : 'primary'} />
          {props.title ?? label}
          {note !== undefined && (
            <Typography
              component="span"
              color="textSecondary"
              sx={{ ml: 'auto', whiteSpace: 'nowrap' }}
            >
              {note}
            </Typography>
          )}
        </DialogTitle>
        <DialogContent
          sx={{
            display: 'flex',
            flexDirection: 'column',
            gap: 2,
            // Floating labels need the padding that MUI removes below a title.
            '.MuiDialogTitle-root + &': { pt: 0.75 },
          }}
        >
          {props.children}
        </DialogContent>
        <DialogActions>
          {canConfirm && hasArgs && (
            <Box component="kbd" aria-hidden sx={shortcutHint}>
              {CONFIRM_KEYS}
            </Box>
          )}
          <Button color="inherit" onClick={onClose} disabled={busy} autoFocus={danger && !hasArgs}>
            {/* An operation called Cancel would give the dialog two buttons with the same label. */}
            {closeLabel === label ? translate('ra.action.close') : closeLabel}
          </Button>
          {submitLabel !== undefined && (
            <Button
              type={danger ? 'button' : 'submit'}
              onClick={danger ? onSubmit : undefined}
              variant="contained"
              color={danger ? 'error' : 'primary'}
              disabled={!isReady}
              loading={busy}
              loadingPosition="start"
              startIcon={<OperationIcon name={icon} />}
              ref={submit}
              aria-keyshortcuts={canConfirm ? 'Control+Enter' : undefined}
            >
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
};

const CONFIRM_KEYS = 'Ctrl+Enter';

const shortcutHint = {
  mr: 'auto',
  color: 'text.secondary',
  fontSize: 12,
  display: { xs: 'none', sm: 'inline' },
} as const;

/** Names shown before the operator expands the list. */
const INITIAL_NAMES = 8;

const MAX_NAMES = 200;

interface RecordNamesProps {
  /** Accessible name of the list. */
  readonly label: string;
  /** One for each record; equal ones are counted. */
  readonly names: readonly string[];
}

export const RecordNames = ({ label, names }: RecordNamesProps) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(INITIAL_NAMES);
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rest = counts.size - limit;
  if (counts.size === 0) return null;
  return (
    <Box
      component="ul"
      tabIndex={0}
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.75,
        m: 0,
        p: 0,
        listStyle: 'none',
        maxHeight: 180,
        overflowY: 'auto',
        // A low window would shrink it to nothing.
        flexShrink: 0,
      }}
    >
      {[...counts].slice(0, limit).map(([name, count]) => (
        <Chip
          key={name}
          component="li"
          size="small"
          variant="outlined"
          label={count > 1 ? `${name} ×${count}` : name}
        />
      ))}
      {rest > 0 && (
        <li>
          <Button
            size="small"
            onClick={() => setLimit(MAX_NAMES)}
            disabled={limit === MAX_NAMES}
            sx={{ py: 0 }}
          >
            {translate('operations.offer.andMore', { smart_count: rest })}
          </Button>
        </li>
      )}
    </Box>
  );
};

export interface TargetsProps<T extends Row> {
  readonly entity: AnyEntity;
  readonly attempt: Attempt;
  readonly targets: AllowedSplit<T>;
}

interface RefusedRecordsProps extends TargetsProps<Row> {
  /** Key of a sentence with their number. */
  readonly sentence: string;
}

export const RefusedRecords = ({ entity, attempt, targets, sentence }: RefusedRecordsProps) => {
  const translate = useTranslate();
  const whyNot = useWhyNot(entity);
  const { fullNameOf } = useRecordNames(entity);
  const { refused } = targets;
  if (refused.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const each of refused) {
    const reason = whyNot.textOf(attempt, each);
    byReason.set(reason, [...(byReason.get(reason) ?? []), fullNameOf(each.record)]);
  }
  return (
    <Alert severity="warning" variant="outlined">
      {translate(sentence, { smart_count: refused.length })}
      {[...byReason].map(([reason, names]) => (
        <Box key={reason} sx={{ mt: 0.75 }}>
          <Typography variant="body2">{reason}</Typography>
          <NameList names={names} />
        </Box>
      ))}
    </Alert>
  );
};

/** List of names in a scrollable box of a few lines; an ellipsis marks a truncated list. */
export const NameList = ({ names }: { readonly names: readonly string[] }) => (
  <Typography
    variant="body2"
    color="textSecondary"
    tabIndex={0}
    // The edge, and a line that it cuts in half, show that there are more.
    sx={{
      maxHeight: '4.85lh',
      overflowY: 'auto',
      border: 1,
      borderColor: 'edge',
      borderRadius: 1,
      px: 1,
      py: '0.35lh',
    }}
  >
    {names.slice(0, MAX_NAMES).join(', ')}
    {names.length > MAX_NAMES && ' …'}
  </Typography>
);
