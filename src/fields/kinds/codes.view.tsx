import { Autocomplete, TextField } from '@mui/material';
import { type ClipboardEvent, useState } from 'react';
import type { Field } from '../../config';
import { TextCell } from '../views/cells';
import { useSentences, useText } from '../views/reader';
import type { FieldView, InputProps } from '../views/registry';
import { useRefSearch } from './ref.options';
import { parseTitles } from './refs.schema';

const NONE: readonly string[] = [];

/** Searches the titles of the suggested entity. */
const useSuggestions = ({ from, label }: Field<'codes'>) => {
  const search = useRefSearch({ kind: 'refs', of: from ?? '', label, required: false });
  return { ...search, titles: search.result.options.map(({ title }) => title) };
};

/** Input of codes, which are picked, typed, or pasted as a list. Each becomes a chip that can be removed. */
const CodesInput = ({
  field,
  name,
  value,
  onChange,
  onBlur,
  error,
  ...rest
}: InputProps<'codes'>) => {
  const text = useText();
  const codes = Array.isArray(value) ? (value as readonly string[]) : NONE;
  const [input, setInput] = useState('');
  const { titles, onType, open, onOpen } = useSuggestions(field);
  const type = (next: string) => {
    setInput(next);
    onType(next);
  };
  const add = (more: readonly string[]) => {
    onChange([...new Set([...codes, ...more])]);
    type('');
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = parseTitles(event.clipboardData.getData('text'));
    if (pasted.length === 0) return;
    event.preventDefault();
    add([...parseTitles(input), ...pasted]);
  };
  const sentences = useSentences();
  const count = field.max === undefined ? codes.length : `${codes.length} / ${field.max}`;
  const countText = text([
    `${count} selected. Type numbers, or paste a list.`,
    `已选 ${count}，可输入或粘贴列表。`,
  ]);
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      value={[...codes]}
      onChange={(_, entries) => {
        // A text typed and confirmed by Enter may be a whole list.
        onChange([...new Set(entries.flatMap(parseTitles))]);
        type('');
        onOpen(false);
      }}
      inputValue={input}
      onInputChange={(_, next, reason) => reason === 'input' && type(next)}
      open={open && titles.length > 0}
      onOpen={() => onOpen(field.from !== undefined)}
      onClose={() => onOpen(false)}
      onBlur={() => {
        if (input.trim() !== '') add(parseTitles(input));
        onBlur?.();
      }}
      options={titles}
      filterOptions={(options) => options}
      filterSelectedOptions
      disabled={rest.disabled}
      clearText={text(['Clear', '清除'])}
      slotProps={{ paper: { elevation: 8 } }}
      sx={{ '& .MuiAutocomplete-inputRoot': { maxHeight: 168, overflowY: 'auto' } }}
      size="small"
      fullWidth
      renderInput={(params) => (
        <TextField
          {...params}
          margin="none"
          name={name}
          label={text(field.label)}
          // A list is required only if it must not be empty.
          required={field.min !== undefined}
          error={error !== undefined}
          helperText={error ?? sentences([field.help && text(field.help), countText])}
          autoFocus={rest.autoFocus}
          inputRef={rest.inputRef}
          onPaste={onPaste}
        />
      )}
    />
  );
};

export const view: FieldView<'codes'> = {
  sortable: false,
  wide: true,
  long: true,
  Cell: TextCell,
  Input: CodesInput,
};
