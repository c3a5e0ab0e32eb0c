import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';

const ACCEPTED = '.xlsx';

/** Takes one spreadsheet, dropped or chosen. */
export const DropZone = ({ onFile }: { onFile: (file: File) => void }) => {
  const translate = useTranslate();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const right = files.length === 1 && file.name.toLowerCase().endsWith(ACCEPTED);
    setRefused(!right);
    if (right) onFile(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files);
    event.target.value = '';
  };
  return (
    <Box
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1.5,
        p: 4,
        border: '1.5px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 2,
        bgcolor: over ? 'action.hover' : undefined,
        textAlign: 'center',
      }}
    >
      <UploadIcon sx={{ fontSize: 40, color: over ? 'primary.main' : 'text.disabled' }} />
      <Typography color="textSecondary">{translate('screens.import.drop')}</Typography>
      <Button variant="contained" onClick={() => chooser.current?.click()} autoFocus>
        {translate('screens.import.choose')}
      </Button>
      <input ref={chooser} type="file" accept={ACCEPTED} onChange={choose} hidden />
      {refused && (
        <Typography role="alert" color="error" variant="body2">
          {translate('screens.import.wrongFile')}
        </Typography>
      )}
    </Box>
  );
};
