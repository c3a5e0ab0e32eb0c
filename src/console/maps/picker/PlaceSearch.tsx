import SearchIcon from '@mui/icons-material/Search';
import { InputAdornment, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type LatLon, placeOf, placeText } from '../../../domain/geo/geometry';

interface Props {
  readonly place: LatLon | null;
  readonly onFind: (place: LatLon) => void;
}

/** Latitude and longitude typed or pasted; the place chosen on the map stands in it. */
export const PlaceSearch = ({ place, onFind }: Props) => {
  const translate = useTranslate();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const find = () => {
    if (typed === null) return;
    const found = placeOf(typed);
    setWrong(found === undefined && typed.trim() !== '');
    if (!found) return;
    setTyped(null);
    onFind(found);
  };
  return (
    <TextField
      label={translate('picker.coordinates')}
      placeholder="31.230400, 121.473700"
      value={typed ?? (place ? placeText(place) : '')}
      onChange={({ target }) => {
        setTyped(target.value);
        setWrong(false);
      }}
      onBlur={find}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        find();
      }}
      error={wrong}
      // Always a line of it: the map below must not change its size under the pointer.
      helperText={translate(wrong ? 'picker.noPlace' : 'picker.how')}
      margin="none"
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
        htmlInput: { autoComplete: 'off' },
      }}
    />
  );
};
