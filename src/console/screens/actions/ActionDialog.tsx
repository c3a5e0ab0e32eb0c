import { yupResolver } from '@hookform/resolvers/yup';
import { Alert, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { recordSchema } from '../../../fields';
import { ArgFields, initialArgs } from '../../../fields/controls/ArgFields';
import type { Values } from '../../../fields/controls/FormField';
import { useText } from '../../../fields/controls/useText';
import { useOneAtATime } from '../../data';
import { OfferDialog, offeringOf, splitRecords } from '../../offers';
import { useRefusal } from '../form/useRefusal';
import type { ActionRequest } from './ActionContext';
import { ActionFailures } from './ActionFailures';
import { ActionTargets } from './ActionTargets';
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
  const action = offeringOf(request.entity.actions, request.code);
  // The records may change under the dialog by what it does: it stays with those it was opened for.
  const [targets] = useState(() => splitRecords(action, request.records));
  const count = targets.able.length;
  const { run, turns } = useRunAction();
  const busy = turns !== undefined;
  const [outcome, setOutcome] = useState<Outcome>();
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: initialArgs(action.args),
    resolver: yupResolver(recordSchema(action.args, 'create')) as never,
  });
  const { failure, refuse, forget } = useRefusal(setError, Object.keys(action.args));
  const once = useOneAtATime();
  const submit = handleSubmit(async (values) => {
    forget();
    const ended = await once(() => run({ ...request, records: targets.able }, values));
    if (!ended) return;
    if (ended.error !== undefined) refuse(ended.error);
    else if (ended.failed.length === 0) return onClose();
    // Once something was done the button is gone: pressed again it would do the same records a second time.
    if (ended.failed.length > 0 || ended.done > 0) setOutcome(ended);
  });
  const label = text(action.label);
  const many = () => translate('screens.action.many', { action: label, smart_count: count });
  return (
    <OfferDialog
      offering={action}
      count={count}
      busy={busy}
      onClose={onClose}
      closeLabel={translate(outcome ? 'screens.close' : 'screens.cancel')}
      onSubmit={submit}
      submitLabel={outcome ? undefined : count > 1 ? many() : label}
    >
      {outcome ? (
        <ActionFailures request={request} outcome={outcome} />
      ) : (
        <>
          {action.confirm && <Typography>{text(action.confirm)}</Typography>}
          <ActionTargets entity={request.entity} action={action} targets={targets} />
          <ArgFields fields={action.args} control={control} disabled={busy} />
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
    </OfferDialog>
  );
};
