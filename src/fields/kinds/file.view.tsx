import { Link } from '@mui/material';
import { type Field, isBlank, type Row } from '../../config';
import { TruncatedText } from '../views/cells';
import { fileName, useFileAddress } from '../views/contexts';
import type { CellProps, FieldView, InputProps } from '../views/registry';
import { UploadInput } from '../views/upload';

/** @param name original name of the file, if known */
export const FileLink = ({ path, name = fileName(path) }: { path: string; name?: string }) => {
  const address = useFileAddress();
  return (
    <TruncatedText text={name}>
      <Link
        href={address(path)}
        target="_blank"
        rel="noopener noreferrer"
        download={name}
        onClick={(event) => event.stopPropagation()}
      >
        {name}
      </Link>
    </TruncatedText>
  );
};

const ownNameIn = (record: Row | undefined, { nameIn }: Field<'file'>): string | undefined => {
  const name = nameIn && record?.[nameIn];
  return isBlank(name) ? undefined : String(name);
};

const Cell = ({ value, record, field }: CellProps<'file'>) => (
  <FileLink path={String(value)} name={ownNameIn(record, field)} />
);

const Input = (props: InputProps<'file'>) => {
  const { field, name, record } = props;
  return (
    <UploadInput
      {...props}
      accept={field.accept}
      purpose={field.purpose ?? 'file'}
      preview={(path, chosenName) => (
        <FileLink
          path={path}
          name={chosenName ?? (path === record?.[name] ? ownNameIn(record, field) : undefined)}
        />
      )}
    />
  );
};

export const view: FieldView<'file'> = { sortable: false, Cell, Input };
