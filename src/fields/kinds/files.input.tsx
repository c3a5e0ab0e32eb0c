import AddIcon from '@mui/icons-material/AttachFile';
import RemoveIcon from '@mui/icons-material/Close';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, Button, FormHelperText, IconButton, LinearProgress, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import {
  isImage,
  MAX_FILE_BYTES,
  MAX_FILES,
  MB,
  parseAccept,
  parseListed,
} from '../../domain/files';
import { useFileAddress } from '../views/contexts';
import { useText } from '../views/reader';
import type { InputProps } from '../views/registry';
import { UploadCaption } from '../views/upload';
import { FileLink } from './file.view';
import { FileSize } from './files.gallery';
import { UPLOADING } from './files.schema';
import { useFileUploads } from './files.uploads';

/** Input of several files: uploads them by a button or when they are dropped, and orders them. */
export const FilesInput = (props: InputProps<'files'>) => {
  const { field, name, value, onChange, error, disabled = false, inputRef } = props;
  const text = useText();
  const helpId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { entries, change, add, parts, failures } = useFileUploads(field, value, onChange);
  const [announcement, setAnnouncement] = useState('');
  const { isOver, ...dropZone } = useDropZone(disabled, add);
  const focusNext = useFocusAfterRender();

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])]);
    // Allows choosing the same file again after it was removed.
    event.target.value = '';
  };
  const move = (from: number, by: number) => {
    const to = from + by;
    const entry = entries[from];
    if (disabled || entry === undefined || entries[to] === undefined) return;
    change(entries.with(from, entries[to]).with(to, entry));
    const { name: fileName } = parseListed(entry);
    const place = `${to + 1} / ${entries.length}`;
    setAnnouncement(text([`${fileName} is now ${place}`, `${fileName} 现为 ${place}`]));
  };
  const remove = (at: number) => {
    const { name: fileName } = parseListed(entries[at] ?? '');
    change(entries.filter((_, i) => i !== at));
    setAnnouncement(text([`${fileName} removed`, `已移除 ${fileName}`]));
    addButton.current?.focus();
  };
  const errors = [...failures, ...(error === undefined ? [] : [error])];
  return (
    <Box
      role="group"
      aria-label={text(field.label)}
      {...dropZone}
      sx={[zone, isOver && { borderColor: 'primary.main', bgcolor: 'action.hover' }]}
    >
      <UploadCaption field={field} wrong={errors.length > 0} />
      {entries.length > 0 && (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries.map((entry, i) => (
            <Item
              key={entry}
              entry={entry}
              part={parts[entry]}
              first={i === 0}
              last={i === entries.length - 1}
              disabled={disabled}
              onMove={(by, button) => {
                focusNext(button);
                move(i, by);
              }}
              onRemove={() => remove(i)}
            />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Button
          ref={(element) => {
            addButton.current = element;
            inputRef?.(element);
          }}
          variant="outlined"
          size="small"
          startIcon={<AddIcon />}
          disabled={disabled}
          aria-describedby={helpId}
          onClick={() => chooser.current?.click()}
        >
          {text(['Add files', '添加文件'])}
        </Button>
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ '@media (hover: none)': { display: 'none' } }}
        >
          {text(['or drop them here', '或拖放到此处'])}
        </Typography>
        <input
          ref={chooser}
          name={name}
          type="file"
          multiple
          accept={field.accept}
          onChange={choose}
          hidden
        />
      </Box>
      <Help id={helpId} field={field} errors={errors} />
      <div role="status" style={visuallyHidden}>
        {announcement}
      </div>
    </Box>
  );
};

const zone = {
  display: 'flex',
  flexDirection: 'column',
  gap: 0.75,
  p: 1.25,
  border: '1px dashed',
  borderColor: 'edge',
  borderRadius: 1,
  minWidth: 0,
} as const;

/** Handlers of an element onto which files are dropped. */
const useDropZone = (disabled: boolean, add: (files: readonly File[]) => void) => {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) =>
    !disabled && dataTransfer.types.includes('Files');
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      add([...event.dataTransfer.files]);
    },
  };
};

interface HelpProps extends Pick<InputProps<'files'>, 'field'> {
  readonly id: string;
  readonly errors: readonly string[];
}

/** Errors, the help of the field, and its limits. */
const Help = ({ id, field, errors }: HelpProps) => {
  const text = useText();
  const { accept, max = MAX_FILES } = field;
  const types = parseAccept(accept).join(', ');
  const limits = text([
    `Up to ${max} files of ${MAX_FILE_BYTES / MB} MB each: ${types}`,
    `最多 ${max} 个文件，每个不超过 ${MAX_FILE_BYTES / MB} MB：${types}`,
  ]);
  return (
    <Box id={id}>
      {errors.map((each) => (
        <FormHelperText key={each} error sx={{ mx: 0 }}>
          {each}
        </FormHelperText>
      ))}
      {field.help && <FormHelperText sx={{ mx: 0 }}>{text(field.help)}</FormHelperText>}
      <FormHelperText sx={{ mx: 0 }}>{limits}</FormHelperText>
    </Box>
  );
};

/** Keeps the focus on a button whose line moves: a browser drops it with the line. */
const useFocusAfterRender = () => {
  const button = useRef<HTMLElement>(null);
  useEffect(() => {
    button.current?.focus();
    button.current = null;
  });
  return (element: HTMLElement) => {
    button.current = element;
  };
};

interface ItemProps {
  readonly entry: string;
  /** Uploaded part, 0 to 1. */
  readonly part: number | undefined;
  readonly first: boolean;
  readonly last: boolean;
  readonly disabled: boolean;
  readonly onMove: (by: number, button: HTMLElement) => void;
  readonly onRemove: () => void;
}

const Item = ({ entry, part, first, last, disabled, onMove, onRemove }: ItemProps) => {
  const text = useText();
  const { name, size } = parseListed(entry);
  const isUploading = entry.startsWith(UPLOADING);
  const [up, down, remove] = [
    text([`Move ${name} up`, `上移 ${name}`]),
    text([`Move ${name} down`, `下移 ${name}`]),
    text([`Remove ${name}`, `移除 ${name}`]),
  ];
  return (
    <Box component="li" sx={item}>
      <Thumbnail entry={entry} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ overflow: 'hidden', fontSize: 13 }}>
          {isUploading ? name : <FileLink path={entry} name={name} />}
        </Box>
        {isUploading ? (
          <LinearProgress
            variant="determinate"
            value={Math.round((part ?? 0) * 100)}
            aria-label={text([`Upload of ${name}`, `正在上传 ${name}`])}
            sx={{ my: 0.75 }}
          />
        ) : (
          <FileSize size={size} />
        )}
      </Box>
      {/* A disabled button would lose the focus at the ends. */}
      <IconButton
        size="small"
        aria-label={up}
        aria-disabled={first || disabled}
        onClick={({ currentTarget }) => onMove(-1, currentTarget)}
      >
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={down}
        aria-disabled={last || disabled}
        onClick={({ currentTarget }) => onMove(1, currentTarget)}
      >
        <DownIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={remove} disabled={disabled} onClick={onRemove}>
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Box>
  );
};

const item = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
  '& [aria-disabled="true"]': { color: 'action.disabled', cursor: 'default' },
} as const;

const Thumbnail = ({ entry }: { readonly entry: string }) => {
  const address = useFileAddress();
  const isShown = !entry.startsWith(UPLOADING) && isImage(parseListed(entry).path);
  return (
    <Box sx={thumbnail}>
      {isShown ? (
        <Box component="img" src={address(entry)} alt="" loading="lazy" sx={thumbnailImage} />
      ) : (
        <FileIcon sx={{ fontSize: 20, color: 'text.secondary' }} />
      )}
    </Box>
  );
};

const thumbnail = { width: 40, height: 36, display: 'grid', placeItems: 'center', flex: 'none' };
const thumbnailImage = { width: 40, height: 36, objectFit: 'cover', borderRadius: 0.5 } as const;
