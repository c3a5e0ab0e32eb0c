import { Box } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { useScreen } from '../parts/ScreenContext';
import { DetailFields } from './DetailFields';
import { detailGroups } from './detailGroups';

interface Props {
  readonly record: RaRecord;
  /** A field that needs not be said where the record is shown. */
  readonly without?: string;
}

/** All values of a record, in groups. */
export const OwnFields = ({ record, without }: Props) => {
  const { entity } = useScreen();
  const groups = detailGroups(entity, record, without);
  const alone = groups.filter(({ kind }) => kind !== 'wide').length === 1;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {groups.map((group) => (
        <DetailFields key={group.kind} group={group} record={record} alone={alone} />
      ))}
    </Box>
  );
};
