import { Link } from '@mui/material';
import { isBlank } from '../../config';
import { CutText, Nothing } from '../cells';
import { fileName, useFileAddress } from '../contexts';
import { UploadInput } from '../upload';
import type { CellProps, FieldView, InputProps } from '../views';

const FileLink = ({ path }: { path: string }) => {
  const address = useFileAddress();
  return (
    <CutText text={fileName(path)}>
      <Link
        href={address(path)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => event.stopPropagation()}
      >
        {fileName(path)}
      </Link>
    </CutText>
  );
};

const Cell = ({ value }: CellProps<'file'>) =>
  isBlank(value) ? <Nothing /> : <FileLink path={String(value)} />;

const Input = (props: InputProps<'file'>) => (
  <UploadInput
    {...props}
    accept={props.field.accept}
    purpose={props.field.purpose ?? 'file'}
    preview={(path) => <FileLink path={path} />}
  />
);

export const view: FieldView<'file'> = { sortable: false, Cell, Input };
