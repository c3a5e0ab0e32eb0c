import { Autocomplete, TextField, Typography } from '@mui/material';
import { type ClipboardEvent, type SyntheticEvent, useContext, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { isBlank, type Label } from '../../config';
import { type Key, keyFrom } from '../../domain/key';
import { titleColumn, titleIn } from '../schemas';
import { EmptyCell, NamedTitle } from '../views/cells';
import { TitleNamesContext } from '../views/contexts';
import { filterValues } from '../views/filters';
import { useText } from '../views/reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views/registry';
import { useFullTitle, useLocalizedTitle } from './localizedTitle';
import { type RefOption, type Searching, useRefSearch } from './ref.options';
import { RecordLink, useTitles } from './ref.titles';

/** Placeholder id for a row without one; no record has it. */
const UNKNOWN_ID = -1;

const RefInput = (props: InputProps<'ref' | 'refTree'>) => {
  const { field, value, record, onChange, name, ...rest } = props;
  const text = useText();
  const fullTitle = useFullTitle(field.of);
  const isOwn = useResourceContext() === field.of;
  const search = useRefSearch(field, { without: isOwn && record ? (record.id as Key) : undefined });
  const ids = isBlank(value) ? [] : [value as Key];
  // The row carries the title only of its original value. The title of another value must be loaded.
  const isAsItCame = (record?.[name] ?? null) === (value ?? null);
  const rowTitle = isAsItCame ? titleIn(record, field, name) : undefined;
  const own = rowTitle === undefined ? undefined : fullTitle(rowTitle);
  const [fetchedTitle] = useTitles(field.of, own === undefined ? ids : []);
  return (
    <RefBox
      {...rest}
      {...search}
      name={name}
      label={text(field.label)}
      help={field.help && text(field.help)}
      required={field.required}
      multiple={false}
      selected={
        ids.length === 0 && own !== undefined
          ? [{ id: UNKNOWN_ID, title: own }]
          : ids.map((id) => ({ id, title: own ?? fetchedTitle ?? String(id) }))
      }
      onChoose={([id]) => onChange(id ?? null)}
    />
  );
};

export const RefFilter = ({
  field,
  name,
  filters,
  onChange,
}: FilterProps<'ref' | 'refTree' | 'refs'>) => {
  const text = useText();
  const search = useRefSearch(field);
  const ids = filterValues(filters[name]).map((value) => keyFrom(value, field.byText) as Key);
  const titles = useTitles(field.of, ids);
  return (
    <RefBox
      {...search}
      name={name}
      label={text(field.label)}
      multiple
      selected={ids.map((id, i) => ({ id, title: titles[i] ?? String(id) }))}
      onChoose={(selection) => onChange({ [name]: selection.length > 0 ? selection : undefined })}
    />
  );
};

export const noMatchText: Label = ['No Data Found', '未查到数据'];

/** Shown if there are no records at all: the operator cannot create them here. */
export const noRecordsText: Label = [
  'No Data Found, Please Contact The Administrator',
  '未查到数据，请联系管理员',
];

interface Props
  extends Searching,
    Pick<InputProps, 'name' | 'onBlur' | 'error' | 'disabled' | 'autoFocus' | 'inputRef'> {
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly multiple: boolean;
  /** Show all selected records; by default the first one and the number of others. */
  readonly all?: boolean;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly selected: readonly RefOption[];
  readonly onChoose: (ids: readonly Key[]) => void;
}

const INDENT = 16;

/** Hundreds of chips must not push the rest of the form out of view. */
const scrolling = {
  '& .MuiAutocomplete-inputRoot': { maxHeight: 168, overflowY: 'auto' },
} as const;

const Item = ({ title, depth = 0, path, reason = path }: RefOption) => (
  <div style={{ paddingLeft: depth * INDENT, minWidth: 0 }}>
    {title}
    {reason && (
      <Typography variant="caption" color="textSecondary" component="div" noWrap>
        {reason}
      </Typography>
    )}
  </div>
);

/** Returns the previous object while the next one is equal: MUI's Autocomplete clears its input if `value` changes. */
const useStableValue = <V,>(next: V): V => {
  const [stable, setStable] = useState(next);
  if (JSON.stringify(stable) === JSON.stringify(next)) return stable;
  setStable(next);
  return next;
};

/** Autocomplete that searches records by a part of their title. */
export const RefBox = (props: Props) => {
  const { multiple, selected, onChoose, result, onType, open, onOpen } = props;
  const isGrouped = result.options.some(({ group }) => group !== undefined);
  const text = useText();
  const pick = (_: SyntheticEvent, selection: RefOption[] | RefOption | null) => {
    const list = Array.isArray(selection) ? selection : selection ? [selection] : [];
    onChoose(list.map(({ id }) => id));
  };
  return (
    <Autocomplete<RefOption, boolean>
      multiple={multiple}
      value={useStableValue(multiple ? [...selected] : (selected[0] ?? null))}
      onChange={pick}
      // The title of the selected record in the input is no query.
      onInputChange={(_, input, reason) => onType(reason === 'input' ? input : '')}
      open={open}
      onOpen={() => onOpen(true)}
      onClose={() => onOpen(false)}
      onBlur={props.onBlur}
      options={[...result.options]}
      groupBy={isGrouped ? ({ group = '' }) => group : undefined}
      filterOptions={(options) => options}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ title }) => title}
      getOptionDisabled={({ reason }) => reason !== undefined}
      isOptionEqualToValue={(option, value) => String(option.id) === String(value.id)}
      loading={result.searching}
      loadingText={text(['Searching…', '搜索中…'])}
      noOptionsText={text(result.hasQuery ? noMatchText : noRecordsText)}
      openText={text(['Open', '展开'])}
      closeText={text(['Close', '收起'])}
      clearText={text(['Clear', '清除'])}
      disabled={props.disabled}
      disableCloseOnSelect={multiple}
      limitTags={props.all ? -1 : 1}
      sx={props.all ? scrolling : undefined}
      slotProps={{ paper: { elevation: 8 } }}
      size="small"
      fullWidth
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <Item {...option} />
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          margin="none"
          name={props.name}
          label={props.label}
          required={props.required}
          error={props.error !== undefined}
          helperText={props.error ?? props.help}
          autoFocus={props.autoFocus}
          inputRef={props.inputRef}
          onPaste={props.onPaste}
        />
      )}
    />
  );
};

const Cell = ({ field, name, value, record, full }: CellProps<'ref' | 'refTree'>) => {
  const localize = useLocalizedTitle(field.of);
  const nameOf = useContext(TitleNamesContext);
  const rowTitle = titleIn(record, field, name);
  // A null title refers to a record that the reader may not see.
  const isHidden = record[titleColumn(field, name) ?? name] === null;
  if (rowTitle === undefined && (isBlank(value) || isHidden)) return <EmptyCell />;
  const title = localize(rowTitle ?? String(value));
  const words = <NamedTitle title={title} name={nameOf(field.of, title)} full={full} />;
  return full && !isBlank(value) ? (
    <RecordLink target={field.of} id={value as Key} title={words} />
  ) : (
    words
  );
};

const Alone = ({ field, value }: CellProps<'ref' | 'refTree'>) => {
  const [title] = useTitles(field.of, isBlank(value) ? [] : [value as Key]);
  return title ?? <EmptyCell />;
};

export const view: FieldView<'ref' | 'refTree'> = {
  Cell,
  drawsBlank: true,
  Alone,
  Input: RefInput,
  Filter: RefFilter,
};
