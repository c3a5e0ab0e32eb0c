import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';

/** The first stop of the Tab key: past the menu. */
export const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById('main-content')?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-80px)' },
      }}
    >
      {translate('shell.skip')}
    </Button>
  );
};
