import { Alert, Button } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import { MINUTE } from '../../../domain/duration';
import { choiceLabel } from '../../../domain/label';
import { PARAM_STATE, paramState } from '../../../domain/system';
import { useText } from '../../../fields/views/reader';
import { type ListAddress, useEntityByName } from '../../app';
import { useGrantedActions } from '../../operations';

interface Props {
  readonly addressOf: ListAddress;
}

/** Warning of a server that deletes no old records, for operators who may confirm its clock. */
export const ClockInDoubt = ({ addressOf }: Props) => {
  const parameters = useEntityByName('systemParams');
  return parameters ? <Warning parameters={parameters} addressOf={addressOf} /> : null;
};

const Warning = ({ parameters, addressOf }: Props & { readonly parameters: AnyEntity }) => {
  const translate = useTranslate();
  const text = useText();
  const filter = { state: [PARAM_STATE.clockInDoubt] };
  const list = addressOf(parameters.name, filter);
  const mayConfirm = useGrantedActions(parameters, 'row').some(
    ({ code }) => code === 'confirmClock',
  );
  const { total = 0 } = useGetList(
    parameters.name,
    { filter, pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } },
    { enabled: list !== undefined && mayConfirm, refetchInterval: 5 * MINUTE, retry: false },
  );
  const label = choiceLabel(paramState, PARAM_STATE.clockInDoubt);
  if (list === undefined || total === 0 || !label) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={list} size="small" color="inherit">
          {translate('ra.action.show')}
        </Button>
      }
    >
      {text(label)}
    </Alert>
  );
};
