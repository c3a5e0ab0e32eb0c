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
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { recordSchema } from '../../fields';
import { ArgFields, initialArgs } from '../../fields/controls/ArgFields';
import type { Values } from '../../fields/controls/FormField';
import { useText } from '../../fields/controls/useText';
import type { CommandRequest } from './CommandContext';
import { CommandIcon } from './CommandIcon';
import { CommandTargets } from './CommandTargets';
import { commandOf } from './offeredCommands';
import { splitTargets } from './targets';
import { useSend } from './useSend';

interface Props {
  readonly request: CommandRequest;
  readonly onClose: () => void;
}

/** Asks for a command's arguments and consent, names who gets it, and sends it. */
export const CommandDialog = ({ request, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const command = commandOf(request.entity, request.code);
  const hasArgs = Object.keys(command.args).length > 0;
  const targets = splitTargets(command, request.targets);
  const count = targets.able.length;
  const { sending, turns, failure, send } = useSend(request, onClose);
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: initialArgs(command.args),
    resolver: yupResolver(recordSchema(command.args, 'create')) as never,
  });
  const submit = handleSubmit(async (values) => {
    const refused = await send(targets.able, values);
    for (const [name, message] of Object.entries(refused ?? {})) {
      if (name in command.args) setError(name, { type: 'server', message });
    }
  });
  const label = text(command.label);
  const warning =
    failure && ('unknown' in failure ? translate('commands.unknownOutcome') : failure.message);
  return (
    <Dialog
      open
      onClose={sending ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <Box
        component="form"
        noValidate
        // Enter in an input must not do what is dangerous.
        onSubmit={command.danger ? (event) => event.preventDefault() : submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <CommandIcon name={command.icon} color={command.danger ? 'error' : 'primary'} />
          {label}
          <Typography component="span" color="text.secondary" sx={{ ml: 'auto' }}>
            {translate('commands.targets', { smart_count: count })}
          </Typography>
        </DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {command.confirm && <Typography>{text(command.confirm)}</Typography>}
          <CommandTargets entity={request.entity} command={command} targets={targets} />
          <ArgFields fields={command.args} control={control} disabled={sending} />
          {sending && count > command.max && (
            <Typography role="status" color="textSecondary">
              {translate('commands.progress', { turns, count })}
            </Typography>
          )}
          {warning && (
            <Alert severity="error" role="alert">
              {warning}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button
            onClick={onClose}
            disabled={sending}
            color="inherit"
            autoFocus={command.danger && !hasArgs}
          >
            {translate('commands.cancel')}
          </Button>
          <Button
            type={command.danger ? 'button' : 'submit'}
            onClick={command.danger ? submit : undefined}
            variant="contained"
            color={command.danger ? 'error' : 'primary'}
            disabled={count === 0}
            loading={sending}
            loadingPosition="start"
            startIcon={<CommandIcon name={command.icon} />}
            autoFocus={!command.danger && !hasArgs}
          >
            {translate(count > 1 ? 'commands.send.many' : 'commands.send.one', {
              command: label,
              smart_count: count,
            })}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
};
