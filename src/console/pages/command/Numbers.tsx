import UploadIcon from '@mui/icons-material/UploadFile';
import { Box, Button, MenuItem, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useIsPhone } from '../../look/useIsPhone';
import { type NumbersColumn, readNumbers } from '../numbersFile';

interface NumbersProps {
  /** Labels of the column with the numbers in a spreadsheet. */
  readonly labels: readonly string[];
  readonly value: string;
  readonly onChange: (numbers: string) => void;
  readonly unknown: readonly string[];
}

/** Limit of unknown numbers that are listed. */
const MAX_LISTED = 5;

export const Numbers = ({ labels, value, onChange, unknown }: NumbersProps) => {
  const isPhone = useIsPhone();
  const translate = useTranslate();
  const notify = useNotify();
  const file = useRef<HTMLInputElement>(null);
  const [columns, setColumns] = useState<readonly NumbersColumn[]>([]);
  const readFile = async (chosenFile: File) => {
    setColumns([]);
    try {
      const [only, ...others] = await readNumbers(chosenFile, labels);
      // Until a column is chosen, the numbers of an earlier file must not stay.
      onChange(others.length === 0 ? (only?.numbers ?? '') : '');
      if (only && others.length > 0) setColumns([only, ...others]);
    } catch {
      notify('operations.desk.numbersUnread', {
        type: 'error',
        messageArgs: { file: chosenFile.name },
      });
    }
  };
  return (
    <Box>
      <TextField
        name="numbers"
        // A phone's keyboard would cover the other inputs.
        autoFocus={!isPhone}
        label={translate('operations.desk.numbers')}
        error={unknown.length > 0}
        helperText={
          unknown.length > 0
            ? translate('operations.desk.numbersUnknown', {
                smart_count: unknown.length,
                sns: unknown.slice(0, MAX_LISTED).join(', '),
                more: unknown.length > MAX_LISTED ? ` +${unknown.length - MAX_LISTED}` : '',
              })
            : translate('operations.desk.numbersHelp')
        }
        value={value}
        onChange={({ target }) => onChange(target.value)}
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        size="small"
      />
      <Button
        size="small"
        startIcon={<UploadIcon />}
        onClick={() => file.current?.click()}
        sx={{ mt: 0.5 }}
      >
        {translate('operations.desk.numbersFile')}
      </Button>
      {columns.length > 0 && (
        <TextField
          select
          label={translate('operations.desk.numbersColumn')}
          helperText={translate('operations.desk.numbersColumnHelp')}
          defaultValue=""
          onChange={({ target }) => onChange(columns[Number(target.value)]?.numbers ?? '')}
          fullWidth
          size="small"
          margin="dense"
        >
          {columns.map(({ title }, i) => (
            <MenuItem key={title} value={i}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
      <input
        ref={file}
        type="file"
        accept=".xlsx,.csv,.txt,text/plain,text/csv"
        hidden
        onChange={async ({ target }) => {
          const [chosenFile] = target.files ?? [];
          if (chosenFile) await readFile(chosenFile);
          target.value = '';
        }}
      />
    </Box>
  );
};
