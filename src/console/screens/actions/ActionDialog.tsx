import { yupResolver } from '@hookform/resolvers/yup';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { recordSchema } from '../../../fields';
import { ArgFields, initialArgs } from '../../../fields/controls/ArgFields';
import type { Values } from '../../../fields/controls/FormField';
import { useText } from '../../../fields/controls/useText';
import { CommandIcon, splitTargets } from '../../commands';
import { useRefusal } from '../form/useRefusal';
import type { ActionRequest } from './ActionContext';
import { ActionFailures } from './ActionFailures';
import { ActionTargets } from './ActionTargets';
import { actionOf } from './offeredActions';
import type { Outcome } from './runAction';
import { useRunAction } from './useRunAction';

interface Props {
  readonly request: ActionRequest;
  readonly onClose: () => void;
}

/** Asks for an action's arguments and consent, names its records, does it, and says what could not be done and why. */
export const ActionDialog = ({ request, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const action = actionOf(request.entity, request.code);
  const names = Object.keys(action.args);
  // The records may change under the dialog by what it does: it stays with those it was opened for.
  const [targets] = useState(() => splitTargets(action, request.records));
  const count = targets.able.length;
  const { run, turns } = useRunAction();
  const busy = turns !== undefined;
  const [outcome, setOutcome] = useState<Outcome>();
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: initialArgs(action.args),
    resolver: yupResolver(recordSchema(action.args, 'create')) as never,
  });
  const { failure, refuse, forget } = useRefusal(setError, names);
  const submit = handleSubmit(async (values) => {
    forget();
    const ended = await run({ ...request, records: targets.able }, values);
    if (ended.error !== undefined) refuse(ended.error);
    if (ended.failed.length > 0) setOutcome(ended);
    else if (ended.error === undefined) onClose();
  });
  const label = text(action.label);
  const plainFocus = names.length === 0;
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <Box
        component="form"
        noValidate
        // Enter in an input must not do what is dangerous.
        onSubmit={action.danger ? (event) => event.preventDefault() : submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <CommandIcon name={action.icon} color={action.danger ? 'error' : 'primary'} />
          {label}
        </DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {outcome ? (
            <ActionFailures request={request} outcome={outcome} />
          ) : (
            <>
              {action.confirm && <Typography>{text(action.confirm)}</Typography>}
              <ActionTargets entity={request.entity} action={action} targets={targets} />
              {/* A label that is raised needs the room that the content's own padding takes away. */}
              <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pt: 0.75 }}>
                <ArgFields fields={action.args} control={control} disabled={busy} />
              </Box>
            </>
          )}
          {failure && (
            <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-line' }}>
              {failure}
            </Alert>
          )}
          {busy && count > action.max && (
            <Typography role="status" color="textSecondary">
              {translate('screens.action.progress', { turns, count })}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button
            color="inherit"
            onClick={onClose}
            disabled={busy}
            autoFocus={action.danger && plainFocus}
          >
            {translate(outcome ? 'screens.close' : 'screens.cancel')}
          </Button>
          {!outcome && (
            <Button
              type={action.danger ? 'button' : 'submit'}
              onClick={action.danger ? submit : undefined}
              variant="contained"
              color={action.danger ? 'error' : 'primary'}
              disabled={count === 0}
              loading={busy}
              autoFocus={!action.danger && plainFocus}
            >
              {count > 1
                ? translate('screens.action.many', { action: label, smart_count: count })
                : label}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
};
