import { Alert, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { AnyEntity, Command } from '../../config';
import { REACH } from '../../domain/lock';
import { useText } from '../../fields/reader';
import { useOneAtATime } from '../data';
import { operationOf, type Split, splitRecords } from './availability';
import { CommandArguments, useCommandForm } from './CommandForm';
import type { CommandRequest, Target } from './commands';
import { LeftOut, NamedRecords, OperationDialog } from './OperationDialog';
import { useSendCommand } from './sendCommand';

interface Props {
  readonly request: CommandRequest;
  readonly onClose: () => void;
}

/** Asks for a command's arguments and consent, names who gets it, and sends it. */
export const CommandDialog = ({ request, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const command = operationOf(request.entity.commands, request.code);
  const targets = splitRecords(command, request.targets);
  const count = targets.able.length;
  const { sending, turns, failure, send } = useSendCommand(request, onClose);
  const sns = useMemo(() => request.targets.map(({ sn }) => sn), [request]);
  const form = useCommandForm({ entity: request.entity, code: request.code, sns });
  const { handleSubmit, setError } = form;
  const once = useOneAtATime();
  const submit = handleSubmit(async (values) => {
    const refused = await once(() => send(targets.able, values));
    for (const [name, message] of Object.entries(refused ?? {})) {
      if (name in command.args) setError(name, { type: 'server', message });
    }
  });
  const label = text(command.label);
  const warning =
    failure &&
    ('unknown' in failure
      ? translate('operations.unknownOutcome')
      : translate('operations.failed', { reason: failure.message }));
  return (
    <OperationDialog
      operation={command}
      note={translate('operations.targets', { smart_count: count })}
      count={count}
      busy={sending}
      onClose={onClose}
      closeLabel={translate('operations.cancel')}
      onSubmit={submit}
      submitLabel={translate(count > 1 ? 'operations.send.many' : 'operations.send.one', {
        command: label,
        smart_count: count,
      })}
    >
      {command.confirm && <Typography>{text(command.confirm)}</Typography>}
      <CommandTargets entity={request.entity} command={command} targets={targets} />
      <CommandArguments form={form} disabled={sending} />
      {sending && count > command.max && (
        <Typography role="status" color="textSecondary">
          {translate('operations.progress', { turns, count })}
        </Typography>
      )}
      {warning && (
        <Alert severity="error" role="alert">
          {warning}
        </Alert>
      )}
    </OperationDialog>
  );
};

/** Whether a lock would only hear of it later. What is not known counts as online: the ticket will tell. */
const isAway = ({ communicate_status }: Target): boolean =>
  communicate_status === REACH.offline || communicate_status === REACH.asleep;

const nameOf = (entity: AnyEntity, target: Target) => {
  const name = target.device_name ?? target[entity.title];
  return typeof name === 'string' && name && name !== target.sn
    ? `${target.sn} · ${name}`
    : target.sn;
};

interface CommandTargetsProps {
  readonly entity: AnyEntity;
  readonly command: Command;
  readonly targets: Split<Target>;
}

/** Which locks get a command, which of them only later, and which not at all and why. */
export const CommandTargets = ({
  entity,
  command,
  targets: { able, blocked },
}: CommandTargetsProps) => {
  const translate = useTranslate();
  const away = able.filter(isAway).length;
  return (
    <>
      <NamedRecords
        label={translate('operations.targetList')}
        records={able.map((target) => ({ id: target.sn, name: nameOf(entity, target) }))}
      />
      {away > 0 && (
        <Alert severity="info" variant="outlined">
          {translate('operations.asleep', { smart_count: away })}
        </Alert>
      )}
      <LeftOut
        entity={entity}
        operation={command}
        blocked={blocked}
        nameOf={({ sn }) => sn}
        title={translate('operations.leftOut', { smart_count: blocked.length })}
      />
    </>
  );
};
