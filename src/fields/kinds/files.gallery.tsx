import CloseIcon from '@mui/icons-material/Close';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import { Box, ButtonBase, Dialog, IconButton, Typography } from '@mui/material';
import { type KeyboardEvent, useId, useState } from 'react';
import { isImage, type ListedFile, parseListed, sizeText } from '../../domain/files';
import { useFileAddress } from '../views/contexts';
import { useReaderLocale, useText } from '../views/reader';
import { FileLink } from './file.view';

interface ShownFile extends ListedFile {
  readonly entry: string;
}

const list = { display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' } as const;

const picture = {
  display: 'block',
  height: 96,
  maxWidth: 192,
  objectFit: 'contain',
  borderRadius: 1,
  bgcolor: 'action.hover',
  '@media print': { height: 'auto', maxHeight: '80mm', maxWidth: '100%', bgcolor: 'transparent' },
} as const;

interface Props {
  readonly label: string;
  readonly entries: readonly string[];
}

/** Pictures, which open larger, and links of the other files with their sizes. */
export const FilesGallery = ({ label, entries }: Props) => {
  const address = useFileAddress();
  const [openAt, setOpenAt] = useState<number>();
  const files = entries.map((entry): ShownFile => ({ ...parseListed(entry), entry }));
  const pictures = files.filter(({ path }) => isImage(path));
  const documents = files.filter(({ path }) => !isImage(path));
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1, py: 0.5 }}>
      {pictures.length > 0 && (
        <Box component="ul" sx={list}>
          {pictures.map(({ entry, name }, i) => (
            <Box component="li" key={entry} sx={{ minWidth: 0, '@media print': { width: '85mm' } }}>
              <ButtonBase onClick={() => setOpenAt(i)} sx={{ borderRadius: 1, maxWidth: '100%' }}>
                <Box component="img" src={address(entry)} alt={name} sx={picture} />
              </ButtonBase>
              <Typography
                variant="caption"
                component="div"
                aria-hidden
                sx={{ display: 'none', displayPrint: 'block' }}
              >
                {name}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      {documents.length > 0 && (
        <Box component="ul" sx={{ ...list, flexDirection: 'column', gap: 0.25 }}>
          {documents.map((file) => (
            <Box component="li" key={file.entry} sx={line}>
              <FileIcon sx={{ fontSize: 16, color: 'text.secondary' }} />
              <Box sx={{ minWidth: 0 }}>
                <FileLink path={file.entry} name={file.name} />
              </Box>
              <FileSize {...file} />
            </Box>
          ))}
        </Box>
      )}
      {openAt !== undefined && (
        <Preview
          pictures={pictures}
          at={openAt}
          onMove={setOpenAt}
          onClose={() => setOpenAt(undefined)}
        />
      )}
    </Box>
  );
};

const line = { display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 } as const;

export const FileSize = ({ size }: Pick<ListedFile, 'size'>) => {
  const locale = useReaderLocale();
  if (size === undefined) return null;
  return (
    <Typography variant="caption" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
      {sizeText(size, locale)}
    </Typography>
  );
};

interface PreviewProps {
  readonly pictures: readonly ShownFile[];
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}

/** One picture in the size of the window. The arrow keys show its neighbours. */
const Preview = ({ pictures, at, onMove, onClose }: PreviewProps) => {
  const text = useText();
  const address = useFileAddress();
  const titleId = useId();
  const file = pictures[at];
  if (!file) return null;
  const move = (by: number) => {
    if (pictures[at + by]) onMove(at + by);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  };
  return (
    <Dialog
      open
      maxWidth="lg"
      onClose={onClose}
      onKeyDown={onKeyDown}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { m: 1.5, maxWidth: 'calc(100% - 24px)' } } }}
    >
      <Box sx={{ ...line, pl: 2, pr: 1, py: 0.75 }}>
        <Box id={titleId} sx={{ flex: 1, minWidth: 0, overflow: 'hidden' }}>
          <FileLink path={file.entry} name={file.name} />
        </Box>
        <FileSize {...file} />
        {pictures.length > 1 && (
          <>
            <IconButton
              size="small"
              aria-label={text(['Previous picture', '上一张'])}
              aria-disabled={at === 0}
              onClick={() => move(-1)}
            >
              <PreviousIcon fontSize="small" />
            </IconButton>
            <Typography variant="caption" role="status" sx={{ whiteSpace: 'nowrap' }}>
              {at + 1} / {pictures.length}
            </Typography>
            <IconButton
              size="small"
              aria-label={text(['Next picture', '下一张'])}
              aria-disabled={at === pictures.length - 1}
              onClick={() => move(1)}
            >
              <NextIcon fontSize="small" />
            </IconButton>
          </>
        )}
        <IconButton size="small" aria-label={text(['Close', '关闭'])} onClick={onClose} autoFocus>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box
        component="img"
        src={address(file.entry)}
        alt={file.name}
        sx={{
          display: 'block',
          maxWidth: '100%',
          maxHeight: '80vh',
          mx: 'auto',
          objectFit: 'contain',
        }}
      />
    </Dialog>
  );
};
