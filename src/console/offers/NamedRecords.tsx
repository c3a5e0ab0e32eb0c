import { Box, Button, Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

/** How many are named before somebody asks for more. */
const NAMED = 8;

/** More names than that are no help. */
const MOST = 200;

interface Props {
  /** What they are chosen for, for those who do not see the dialog. */
  readonly label: string;
  readonly records: readonly { readonly id: string | number; readonly name: string }[];
}

/** The records that something is about to be done with, by name. */
export const NamedRecords = ({ label, records }: Props) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(NAMED);
  const rest = records.length - limit;
  if (records.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.75,
        m: 0,
        p: 0,
        listStyle: 'none',
        maxHeight: 180,
        overflowY: 'auto',
      }}
    >
      {records.slice(0, limit).map(({ id, name }) => (
        <Chip key={id} component="li" size="small" variant="outlined" label={name} />
      ))}
      {rest > 0 && (
        <li>
          <Button
            size="small"
            onClick={() => setLimit(MOST)}
            disabled={limit === MOST}
            sx={{ py: 0 }}
          >
            {translate('offers.andMore', { smart_count: rest })}
          </Button>
        </li>
      )}
    </Box>
  );
};
