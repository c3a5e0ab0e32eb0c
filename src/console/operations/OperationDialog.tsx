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
import {
  type FormEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import type { AnyEntity, Operation, Row } from '../../config';
import { useText } from '../../fields/reader';
import { type ConditionalOperation, type RefusedRecord, useReasonText } from './availability';
import { OperationIcon } from './buttons';

interface Props {
  readonly operation: Operation;
  /** Beside the title. */
  readonly note?: string;
  /** How many records it is about to be done with. */
  readonly count: number;
  readonly busy: boolean;
  /** It cannot be done yet: who it is done with is still being asked. */
  readonly waits?: boolean;
  /** A press beside it, or Escape, does not close it: what it says would be lost. */
  readonly stays?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: FormEventHandler & (() => unknown);
  readonly closeLabel: string;
  /** Of the button that does it; there is none once it was done. */
  readonly submitLabel?: string;
  readonly children: ReactNode;
}

/** The dialog in which something is agreed to before it is done: what is dangerous takes a press of its own button. */
export const OperationDialog = (props: Props) => {
  const { operation, note, count, busy, waits, stays, onClose, onSubmit, closeLabel, submitLabel } =
    props;
  const { danger, icon, args } = operation;
  const text = useText();
  const translate = useTranslate();
  const label = text(operation.label);
  const titleId = useId();
  const hasArgs = Object.keys(args).length > 0;
  const submit = useRef<HTMLButtonElement>(null);
  const isReady = count > 0 && !waits;
  useRestoreFocus(submit, isReady && !danger && !hasArgs);
  return (
    <Dialog
      open
      onClose={busy || stays ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <Box
        component="form"
        noValidate
        // Enter in an input must not do what is dangerous.
        onSubmit={danger ? (event) => event.preventDefault() : onSubmit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <OperationIcon name={icon} color={danger ? 'error' : 'primary'} />
          {label}
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
            // A raised label needs the room that the title takes away.
            '.MuiDialogTitle-root + &': { pt: 0.75 },
          }}
        >
          {props.children}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={busy} autoFocus={danger && !hasArgs}>
            {/* Where the operation itself is called Cancel, two equal buttons would leave the operator to guess. */}
            {closeLabel === label ? translate('entity.close') : closeLabel}
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
            >
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
};

/** Gives a button the focus once it can be pressed, where nobody has put it on anything else meanwhile. */
const useRestoreFocus = (button: RefObject<HTMLButtonElement | null>, enabled: boolean): void => {
  useEffect(() => {
    if (enabled && document.activeElement?.contains(button.current)) button.current?.focus();
  }, [button, enabled]);
};

/** Names shown before the operator asks for more. */
const INITIAL_NAMES = 8;

/** Upper limit of the names shown. */
const MAX_NAMES = 200;

interface RecordNamesProps {
  /** What they are chosen for, for those who do not see the dialog. */
  readonly label: string;
  readonly records: readonly { readonly id: string | number; readonly name: string }[];
}

/** The records that something is about to be done with, by name. */
export const RecordNames = ({ label, records }: RecordNamesProps) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(INITIAL_NAMES);
  const rest = records.length - limit;
  if (records.length === 0) return null;
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
      }}
    >
      {records.slice(0, limit).map(({ id, name }) => (
        <Chip key={id} component="li" size="small" variant="outlined" label={name} />
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

interface RefusedRecordsProps<T extends Row> {
  readonly entity: AnyEntity;
  readonly operation: ConditionalOperation;
  readonly blocked: readonly RefusedRecord<T>[];
  readonly nameOf: (record: T) => string;
  /** How many they are, in a sentence. */
  readonly title: string;
}

/** Records with which something cannot be done now, under the reason they share. */
export const RefusedRecords = <T extends Row>(props: RefusedRecordsProps<T>) => {
  const { entity, operation, blocked, nameOf, title } = props;
  const unmetText = useReasonText(entity);
  if (blocked.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const each of blocked) {
    const reason = unmetText(operation, each);
    byReason.set(reason, [...(byReason.get(reason) ?? []), nameOf(each.record)]);
  }
  return (
    <Alert severity="warning" variant="outlined">
      {title}
      {[...byReason].map(([reason, names]) => (
        <Box key={reason} sx={{ mt: 0.75 }}>
          <Typography variant="body2">{reason}</Typography>
          <NameList names={names} />
        </Box>
      ))}
    </Alert>
  );
};

/** Names in a few lines that can be scrolled; an ellipsis says that there are more. */
export const NameList = ({ names }: { readonly names: readonly string[] }) => (
  <Typography
    variant="body2"
    color="textSecondary"
    tabIndex={0}
    sx={{ maxHeight: 80, overflowY: 'auto' }}
  >
    {names.slice(0, MAX_NAMES).join(', ')}
    {names.length > MAX_NAMES && ' …'}
  </Typography>
);
