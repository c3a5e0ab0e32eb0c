import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';

export const UndoToast = ({ message, onUndo }: { message: string; onUndo: () => void }) => {
  const translate = useTranslate();
  const [isUndone, setIsUndone] = useState(false);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <span>{message}</span>
      {!isUndone && (
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            setIsUndone(true);
            onUndo();
          }}
          sx={{ my: -0.5 }}
        >
          {translate('ra.action.undo')}
        </Button>
      )}
    </Box>
  );
};
