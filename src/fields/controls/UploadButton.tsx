import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Button } from '@mui/material';
import { useDataProvider } from 'ra-core';
import { type ChangeEvent, useRef, useState } from 'react';
import { uploadRefusal } from './uploadRefusal';
import { useText } from './useText';

/** The part of the console's data provider that an upload needs. */
interface Uploader {
  upload(
    file: File,
    purpose: string,
    onProgress?: (part: number) => void,
  ): Promise<{ path: string }>;
}

interface Props {
  readonly name: string;
  readonly accept?: string;
  readonly purpose: string;
  readonly disabled?: boolean;
  readonly onUploaded: (path: string) => void;
  readonly onFailed: (reason: string | undefined) => void;
  readonly buttonRef?: (element: HTMLElement | null) => void;
}

/** Sends a chosen file to the server and hands back its path there. */
export const UploadButton = (props: Props) => {
  const { name, accept, purpose, disabled, onUploaded, onFailed, buttonRef } = props;
  const text = useText();
  const { upload } = useDataProvider() as unknown as Uploader;
  const [part, setPart] = useState<number>();
  const chooser = useRef<HTMLInputElement>(null);
  const send = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file can be chosen again after a failure.
    event.target.value = '';
    if (!file) return;
    onFailed(undefined);
    setPart(0);
    try {
      onUploaded((await upload(file, purpose, setPart)).path);
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
        {busy ? `${Math.round(part * 100)}%` : text(['Choose a file', '选择文件'])}
      </Button>
      <input ref={chooser} name={name} type="file" accept={accept} onChange={send} hidden />
    </>
  );
};
