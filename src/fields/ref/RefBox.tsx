import { Autocomplete, TextField, Typography } from '@mui/material';
import type { ClipboardEvent, SyntheticEvent } from 'react';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';

/** A record that can be referred to. */
export interface RefOption {
  readonly id: number;
  readonly title: string;
  /** How deep it is in its tree. */
  readonly depth?: number;
  /** The titles above it in its tree. */
  readonly path?: string;
}

/** What a search has found so far. */
export interface Found {
  readonly options: readonly RefOption[];
  readonly searching: boolean;
}

interface Props extends Pick<InputProps, 'name' | 'onBlur' | 'error' | 'disabled' | 'autoFocus'> {
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly inputRef?: InputProps['inputRef'];
  readonly multiple: boolean;
  /** All that are chosen stay in view; otherwise one, and how many more. */
  readonly all?: boolean;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly chosen: readonly RefOption[];
  readonly onChoose: (ids: readonly number[]) => void;
  readonly found: Found;
  readonly onType: (text: string) => void;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

const INDENT = 16;

/** Hundreds of chips must not push the rest of a form away. */
const scrolling = {
  '& .MuiAutocomplete-inputRoot': { maxHeight: 168, overflowY: 'auto' },
} as const;

const Item = ({ title, depth = 0, path }: RefOption) => (
  <div style={{ paddingLeft: depth * INDENT, minWidth: 0 }}>
    {title}
    {path && (
      <Typography variant="caption" color="textSecondary" component="div" noWrap>
        {path}
      </Typography>
    )}
  </div>
);

/** Chooses records by typing a part of their title. */
export const RefBox = (props: Props) => {
  const { multiple, chosen, onChoose, found, onType, open, onOpen } = props;
  const text = useText();
  const pick = (_: SyntheticEvent, picked: RefOption[] | RefOption | null) => {
    const list = Array.isArray(picked) ? picked : picked ? [picked] : [];
    onChoose(list.map(({ id }) => id));
  };
  return (
    <Autocomplete<RefOption, boolean>
      multiple={multiple}
      value={multiple ? [...chosen] : (chosen[0] ?? null)}
      onChange={pick}
      // The chosen one's own title in the input is no search.
      onInputChange={(_, typed, reason) => onType(reason === 'input' ? typed : '')}
      open={open}
      onOpen={() => onOpen(true)}
      onClose={() => onOpen(false)}
      onBlur={props.onBlur}
      options={[...found.options]}
      filterOptions={(options) => options}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ title }) => title}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={found.searching}
      loadingText={text(['Searching…', '搜索中…'])}
      noOptionsText={text(['Nothing found', '没有找到'])}
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
