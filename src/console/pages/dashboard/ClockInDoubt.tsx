import { Alert, Button } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { MINUTE } from '../../../domain/duration';
import { choiceLabel } from '../../../domain/label';
import { PARAM_STATE, paramState } from '../../../domain/system';
import { useText } from '../../../fields/views/reader';
import { type ListAddress, useEntityByName } from '../../app';
import { useGrantedActions } from '../../operations';

const PARAMETERS = 'systemParams';

/** Warning of a server that deletes no old records, for operators who may confirm its clock. */
export const ClockInDoubt = ({ addressOf }: { readonly addressOf: ListAddress }) => {
  const translate = useTranslate();
  const text = useText();
  const filter = { state: [PARAM_STATE.clockInDoubt] };
  const list = addressOf(PARAMETERS, filter);
  const actions = useGrantedActions(useEntityByName(PARAMETERS), 'row');
  const mayConfirm = actions.some(({ code }) => code === 'confirmClock');
  const { total = 0 } = useGetList(
    PARAMETERS,
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
