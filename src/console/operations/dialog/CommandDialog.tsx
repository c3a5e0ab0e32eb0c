import { Alert, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { useText } from '../../../fields/views/reader';
import type { CommandCheck } from '../../../protocol';
import { useLockTitle, useRecordNames } from '../../app/recordNames';
import { useSingleFlight } from '../../data';
import { ErrorAlert } from '../../look/alerts';
import { operationOf, useAllowedRecords } from '../offer/availability';
import type { CommandRequest, Target } from '../offer/items';
import { useSendCommand } from '../send/sendCommand';
import { CommandArguments, useCommandForm } from './CommandForm';
import {
  type DialogProps,
  OperationDialog,
  QUESTION_ID,
  RecordNames,
  RefusedRecords,
  type TargetsProps,
} from './OperationDialog';
import {
  CommandWarnings,
  SendOptionsInputs,
  sendOptions,
  sendOptionsFor,
  useCommandCheck,
} from './Sending';

/** Asks for a command's arguments and confirmation, lists its locks, and sends it. */
export const CommandDialog = ({ request, onClose }: DialogProps<CommandRequest>) => {
  const translate = useTranslate();
  const text = useText();
  const command = operationOf(request.entity.commands, request.code);
  const attempt = { command: request.code };
  const targets = useAllowedRecords(request.entity, attempt, request.targets);
  const [aim] = useState(
    () =>
      request.aim ??
      (targets.allowed.length > 0 ? { sns: targets.allowed.map(({ sn }) => sn) } : null),
  );
  const { check, checking, failure: unchecked } = useCommandCheck(request.code, aim);
  const sns = useMemo(() => check?.sns ?? targets.allowed.map(({ sn }) => sn), [check, targets]);
  const count = sns.length;
  const [draft, setDraft] = useState(() => sendOptionsFor(command));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { sending, processed, failure, send } = useSendCommand(request, onClose);
  const form = useCommandForm({
    entity: request.entity,
    code: request.code,
    sns,
    target: targets.allowed[0],
  });
  const { handleSubmit, setError } = form;
  const once = useSingleFlight();
  const submit = handleSubmit(async (values) => {
    const result = sendOptions(draft, check, sns);
    setWrong('wrong' in result ? result.wrong : []);
    if ('wrong' in result) return;
    const refused = await once(() => send(sns, values, check && result.how));
    setWrong(Object.keys(refused ?? {}));
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
      note={
        checking && count === 0
          ? undefined
          : translate('operations.targets', { smart_count: count })
      }
      count={count}
      busy={sending}
      waits={checking}
      onClose={onClose}
      closeLabel={translate('ra.action.cancel')}
      onSubmit={submit}
      submitLabel={translate(count > 1 ? 'operations.send.many' : 'operations.send.one', {
        command: label,
        smart_count: count,
      })}
    >
      {command.confirm && <Typography id={QUESTION_ID}>{text(command.confirm)}</Typography>}
      {request.aim ? (
        <AimedTargets check={check} checking={checking} />
      ) : (
        <TargetList entity={request.entity} attempt={attempt} targets={targets} />
      )}
      {unchecked && (
        <Alert severity="warning" variant="outlined">
          {translate('operations.check.unknown', { reason: unchecked })}
        </Alert>
      )}
      {check && <CommandWarnings check={check} />}
      <CommandArguments form={form} disabled={sending} />
      {check && count > 0 && (
        <SendOptionsInputs
          code={request.code}
          command={command}
          check={check}
          sns={sns}
          draft={draft}
          onChange={setDraft}
          wrong={wrong}
          disabled={sending}
        />
      )}
      {sending && count > command.max && (
        <Typography role="status" color="textSecondary">
          {translate('operations.progress', { processed, count })}
        </Typography>
      )}
      <ErrorAlert>{warning}</ErrorAlert>
    </OperationDialog>
  );
};

/** Number of locks matched by a description of the targets, once the server has counted them. */
const AimedTargets = ({ check, checking }: { check?: CommandCheck; checking: boolean }) => {
  const translate = useTranslate();
  const lockTitle = useLockTitle();
  if (!check) {
    return checking ? (
      <Typography role="status" color="textSecondary">
        {translate('operations.check.asking')}
      </Typography>
    ) : null;
  }
  const { sns, offline } = check;
  return (
    <>
      <RecordNames label={translate('operations.targetList')} names={sns.map(lockTitle)} />
      {sns.length === 0 && <Alert severity="info">{translate('operations.check.nobody')}</Alert>}
      <AwayNotice count={offline} />
    </>
  );
};

/**
 * True if a lock is offline or asleep and gets the command later. An unknown state counts as online; the ticket shows
 * the delay.
 */
const isAway = ({ communicate_status }: Target): boolean =>
  communicate_status === COMMUNICATE_STATUS.offline ||
  communicate_status === COMMUNICATE_STATUS.asleep;

const AwayNotice = ({ count }: { readonly count: number }) => {
  const translate = useTranslate();
  if (count === 0) return null;
  return (
    <Alert severity="info" variant="outlined">
      {translate('operations.asleep', { smart_count: count })}
    </Alert>
  );
};

/** Lists the locks that get a command, those that get it later, and those that are left out with the reason. */
const TargetList = (props: TargetsProps<Target>) => {
  const translate = useTranslate();
  const { allowed } = props.targets;
  const { fullNameOf } = useRecordNames(props.entity);
  return (
    <>
      <RecordNames label={translate('operations.targetList')} names={allowed.map(fullNameOf)} />
      <AwayNotice count={allowed.filter(isAway).length} />
      <RefusedRecords {...props} sentence="operations.leftOut" />
    </>
  );
};
