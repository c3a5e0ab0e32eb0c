import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { isBlank } from '../../config';
import { EmptyCell, monospace } from '../../fields/views/cells';

/** Text of a record as a lock sent it, behind a button. */
export const RawText = ({ source }: { readonly source: string }) => {
  const translate = useTranslate();
  const value = useRecordContext()?.[source];
  const [shown, setShown] = useState(false);
  if (isBlank(value)) return <EmptyCell />;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        sx={{ mx: -0.75 }}
      >
        {translate(`rawText.${shown ? 'hide' : 'show'}`)}
      </Button>
      {shown && (
        <Box sx={{ fontFamily: monospace, fontSize: '0.75rem', overflowWrap: 'anywhere' }}>
          {String(value)}
        </Box>
      )}
    </>
  );
};
