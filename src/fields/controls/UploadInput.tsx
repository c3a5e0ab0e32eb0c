import CloseIcon from '@mui/icons-material/Close';
import { Box, FormHelperText, IconButton, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { InputProps } from '../FieldView';
import { isNothing } from './Nothing';
import { UploadButton } from './UploadButton';
import { useText } from './useText';

interface Props extends Omit<InputProps, 'field'> {
  readonly field: Pick<InputProps['field'], 'label' | 'required' | 'help'>;
  readonly accept?: string;
  readonly purpose: string;
  /** What is shown of an uploaded file. */
  readonly preview: (path: string) => ReactNode;
}

/** Uploads a file and holds its path. */
export const UploadInput = (props: Props) => {
  const { field, name, value, onChange, error, disabled, inputRef, accept, purpose, preview } =
    props;
  const text = useText();
  const [failure, setFailure] = useState<string>();
  const refused = failure ?? error;
  const said = refused ?? (field.help && text(field.help));
  return (
    <Stack spacing={0.75} role="group" aria-label={text(field.label)}>
      <Typography
        variant="caption"
        color={refused === undefined ? 'textSecondary' : 'error'}
        sx={{ lineHeight: 1.2 }}
      >
        {text(field.label)}
        {field.required && ' *'}
      </Typography>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', minWidth: 0 }}>
        <UploadButton
          name={name}
          accept={accept}
          purpose={purpose}
          disabled={disabled}
          onUploaded={onChange}
          onFailed={setFailure}
          buttonRef={inputRef}
        />
        {!isNothing(value) && (
          <>
            <Box sx={{ minWidth: 0, overflow: 'hidden' }}>{preview(String(value))}</Box>
            <IconButton
              size="small"
              disabled={disabled}
              aria-label={text(['Remove the file', '移除文件'])}
              onClick={() => onChange(null)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        )}
      </Stack>
      {said && <FormHelperText error={refused !== undefined}>{said}</FormHelperText>}
    </Stack>
  );
};
