import { yupResolver } from '@hookform/resolvers/yup';
import { Alert, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useForm } from 'react-hook-form';
import { recordSchema } from '../../fields';
import { ArgFields, initialArgs } from '../../fields/controls/ArgFields';
import type { Values } from '../../fields/controls/FormField';
import { useText } from '../../fields/controls/useText';
import { useOneAtATime } from '../data';
import { OfferDialog, offeringOf, splitRecords } from '../offers';
import type { CommandRequest } from './CommandContext';
import { CommandTargets } from './CommandTargets';
import { useSend } from './useSend';

interface Props {
  readonly request: CommandRequest;
  readonly onClose: () => void;
}

/** Asks for a command's arguments and consent, names who gets it, and sends it. */
export const CommandDialog = ({ request, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const command = offeringOf(request.entity.commands, request.code);
  const targets = splitRecords(command, request.targets);
  const count = targets.able.length;
  const { sending, turns, failure, send } = useSend(request, onClose);
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: initialArgs(command.args),
    resolver: yupResolver(recordSchema(command.args, 'create')) as never,
  });
  const once = useOneAtATime();
  const submit = handleSubmit(async (values) => {
    const refused = await once(() => send(targets.able, values));
    for (const [name, message] of Object.entries(refused ?? {})) {
      if (name in command.args) setError(name, { type: 'server', message });
    }
  });
  const label = text(command.label);
  const warning =
    failure && ('unknown' in failure ? translate('commands.unknownOutcome') : failure.message);
  return (
    <OfferDialog
      offering={command}
      note={translate('commands.targets', { smart_count: count })}
      count={count}
      busy={sending}
      onClose={onClose}
      closeLabel={translate('commands.cancel')}
      onSubmit={submit}
      submitLabel={translate(count > 1 ? 'commands.send.many' : 'commands.send.one', {
        command: label,
        smart_count: count,
      })}
    >
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
    </OfferDialog>
  );
};
