import { Box } from '@mui/material';
import { fileName, useFileAddress } from '../views/contexts';
import type { CellProps, FieldView, InputProps } from '../views/registry';
import { UploadInput } from '../views/upload';

const Picture = ({ path, height }: { path: string; height: number }) => {
  const address = useFileAddress();
  return (
    <Box
      component="img"
      src={address(path)}
      alt={fileName(path)}
      loading="lazy"
      sx={{
        display: 'block',
        height,
        maxWidth: height * 3,
        objectFit: 'contain',
        borderRadius: 0.5,
        bgcolor: 'action.hover',
      }}
    />
  );
};

const Cell = ({ value, full }: CellProps<'image'>) => (
  <Picture path={String(value)} height={full ? 120 : 28} />
);

const Input = (props: InputProps<'image'>) => (
  <UploadInput
    {...props}
    accept="image/png,image/jpeg,image/gif,image/webp"
    purpose={props.field.purpose ?? 'image'}
    preview={(path) => <Picture path={path} height={40} />}
  />
);

export const view: FieldView<'image'> = { graphical: true, sortable: false, Cell, Input };
