import CloseIcon from '@mui/icons-material/Close';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, FormHelperText, IconButton, Stack, Typography } from '@mui/material';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { isBlank, type Label } from '../../config';
import { useText } from './reader';
import type { InputProps } from './registry';

interface Props extends Omit<InputProps, 'field'> {
  readonly field: Pick<InputProps['field'], 'label' | 'required' | 'help'>;
  readonly accept?: string;
  readonly purpose: string;
  /** Renders an uploaded file. @param name its original name, for a file that was just uploaded */
  readonly preview: (path: string, name?: string) => ReactNode;
}

/** Input that uploads a file; its value is the path. */
export const UploadInput = (props: Props) => {
  const { field, name, value, onChange, error, disabled, inputRef, accept, purpose, preview } =
    props;
  const text = useText();
  const [failure, setFailure] = useState<string>();
  const [uploaded, setUploaded] = useState<{ readonly path: string; readonly name: string }>();
  const refused = failure === undefined ? error : text(uploadErrorText(failure));
  const helper = refused ?? (field.help && text(field.help));
  return (
    <Stack spacing={0.75} role="group" aria-label={text(field.label)}>
      <UploadCaption field={field} wrong={refused !== undefined} />
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', minWidth: 0 }}>
        <UploadButton
          name={name}
          accept={accept}
          purpose={purpose}
          disabled={disabled}
          onUploaded={(path, own) => {
            setUploaded({ path, name: own });
            onChange(path);
          }}
          onFailed={setFailure}
          buttonRef={inputRef}
        />
        {!isBlank(value) && (
          <>
            <Box sx={{ minWidth: 0, overflow: 'hidden' }}>
              {preview(
                String(value),
                uploaded && uploaded.path === value ? uploaded.name : undefined,
              )}
            </Box>
            <IconButton
              size="small"
              disabled={disabled}
              aria-label={text(['Remove file', '移除文件'])}
              onClick={() => onChange(null)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        )}
      </Stack>
      {helper && <FormHelperText error={refused !== undefined}>{helper}</FormHelperText>}
    </Stack>
  );
};

interface CaptionProps {
  readonly field: Pick<InputProps['field'], 'label' | 'required'>;
  readonly wrong: boolean;
}

/** Label of an input that uploads files. */
export const UploadCaption = ({ field, wrong }: CaptionProps) => {
  const text = useText();
  return (
    <Typography
      variant="caption"
      color={wrong ? 'error' : 'textSecondary'}
      sx={{ lineHeight: 1.2 }}
    >
      {text(field.label)}
      {field.required && (
        <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
          {' *'}
        </Box>
      )}
    </Typography>
  );
};

/** The method of the console's data provider that an upload needs. */
export interface Uploader {
  upload(
    file: File,
    purpose: string,
    onProgress?: (part: number) => void,
  ): Promise<{ path: string }>;
}

interface UploadButtonProps {
  readonly name: string;
  readonly accept?: string;
  readonly purpose: string;
  readonly disabled?: boolean;
  readonly onUploaded: (path: string, name: string) => void;
  readonly onFailed: (reason: string | undefined) => void;
  readonly buttonRef?: (element: HTMLElement | null) => void;
}

const UploadButton = (props: UploadButtonProps) => {
  const { name, accept, purpose, disabled, onUploaded, onFailed, buttonRef } = props;
  const text = useText();
  const { upload } = useDataProvider() as unknown as Uploader;
  const [part, setPart] = useState<number>();
  const notify = useNotify();
  const chooser = useRef<HTMLInputElement>(null);
  const send = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allows choosing the same file again after a failure.
    event.target.value = '';
    if (!file) return;
    onFailed(undefined);
    setPart(0);
    try {
      onUploaded((await upload(file, purpose, setPart)).path, file.name);
      notify(text(uploadedText), { type: 'success' });
    } catch (error) {
      onFailed(uploadRefusal(error));
    } finally {
      setPart(undefined);
    }
  };
  const busy = part !== undefined;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<UploadIcon />}
        disabled={disabled || busy}
        ref={buttonRef}
        onClick={() => chooser.current?.click()}
        sx={{ whiteSpace: 'nowrap', flexShrink: 0 }}
      >
        {busy ? `${Math.round(part * 100)}%` : text(['Choose file', '选择文件'])}
      </Button>
      <input ref={chooser} name={name} type="file" accept={accept} onChange={send} hidden />
    </>
  );
};

/** Error of an upload. The server's message for the field is more specific than the general one. */
interface Refused {
  readonly message?: unknown;
  readonly fields?: { readonly file?: unknown; readonly path?: unknown };
}

export const uploadedText: Label = ['Upload Success', '上传成功'];

export const uploadErrorText = (reason: string): Label => [
  `Upload Fail! ${reason}`,
  `上传失败！${reason}`,
];

/** Returns the reason of a failed upload, from the server's field message if there is one. */
export const uploadRefusal = (error: unknown): string => {
  const { message, fields } = Object(error) as Refused;
  const fieldError = fields?.file ?? fields?.path;
  if (typeof fieldError === 'string') return fieldError;
  return typeof message === 'string' ? message : String(error);
};
