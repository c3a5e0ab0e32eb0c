import { Box } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { CommandButtons } from '../../commands';
import { ActionButtons } from '../actions';
import { useScreen } from '../parts/ScreenContext';
import { targetsOf } from '../parts/targetsOf';
import { useHasActions, useHasCommands } from '../parts/useHasCommands';

/** What can be done with the record in view. */
export const DetailButtons = ({ record }: { record: RaRecord }) => {
  const { entity } = useScreen();
  const hasCommands = useHasCommands(entity, 'row');
  const hasActions = useHasActions(entity, 'row');
  const [target] = targetsOf([record]);
  if (!hasCommands && !hasActions) return null;
  return (
    <Box sx={{ px: 3, pb: 1.5, display: 'flex', flexDirection: 'column', gap: 1 }}>
      {hasCommands && target && <CommandButtons entity={entity} record={target} />}
      {hasActions && <ActionButtons record={record} />}
    </Box>
  );
};
