import DescendingIcon from '@mui/icons-material/ArrowDownward';
import AscendingIcon from '@mui/icons-material/ArrowUpward';
import RemoveIcon from '@mui/icons-material/Close';
import { Box, MenuItem, TextField } from '@mui/material';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { useText } from '../../../../fields/views/reader';
import { headingOf, viewOf } from '../../../../fields/views/registry';
import { type NamedField, namedFields } from '../../../app/record';
import { useScreen, useWire } from '../../screen';
import { MAX_SORT_KEYS, type SortBy, type Sorts } from '../state/listState';
import { useEntityList } from '../state/useEntityList';

/** Sort order of a list without a table head: a column, and those that break ties. */
export const SortPicker = () => {
  const { entity } = useScreen();
  const { state, changeSort } = useEntityList();
  const { sort } = state;
  const translate = useTranslate();
  const many = useWire().sortJoiner !== '';
  const options = namedFields(entity, entity.list).filter(
    ({ field }) => viewOf(field).sortable !== false,
  );
  const [first, ...furtherSorts] = sort;
  const setAt = (at: number, by: SortBy | undefined) =>
    changeSort((latest) => {
      const [head, ...rest] = latest.toSpliced(at, 1, ...(by ? [by] : []));
      return head ? [head, ...rest] : latest;
    });
  const unused = (own?: string) =>
    options.filter(({ name }) => name === own || !sort.some(({ field }) => field === name));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.25, mt: 1.75 }}>
      <SortLine
        label={translate('entity.sort.label')}
        options={unused(first.field)}
        by={first}
        onChange={(by) => setAt(0, by)}
      />
      {many &&
        furtherSorts.map((by, i) => (
          <SortLine
            key={by.field}
            label={translate('entity.sort.next')}
            options={unused(by.field)}
            by={by}
            onChange={(newSort) => setAt(i + 1, newSort)}
            onRemove={() => setAt(i + 1, undefined)}
          />
        ))}
      {many && sort.length < MAX_SORT_KEYS && unused().length > 0 && (
        <SortLine
          label={translate('entity.sort.next')}
          options={unused()}
          onChange={(by) => changeSort((latest) => [...latest, by] as unknown as Sorts)}
        />
      )}
    </Box>
  );
};

interface Props {
  readonly label: string;
  readonly options: readonly NamedField[];
  /** Undefined for an unused line. */
  readonly by?: SortBy;
  readonly onChange: (by: SortBy) => void;
  readonly onRemove?: () => void;
}

const SortLine = ({ label, options, by, onChange, onRemove }: Props) => {
  const text = useText();
  const ascending = by?.order !== 'DESC';
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <TextField
        select
        label={label}
        value={options.some(({ name }) => name === by?.field) ? by?.field : ''}
        onChange={(event) => onChange({ field: event.target.value, order: by?.order ?? 'ASC' })}
        size="small"
        margin="none"
        fullWidth
      >
        {options.map((option) => (
          <MenuItem key={option.name} value={option.name}>
            {text(headingOf(option.field))}
          </MenuItem>
        ))}
      </TextField>
      {by && (
        <IconButtonWithTooltip
          label={ascending ? 'entity.sort.ascending' : 'entity.sort.descending'}
          onClick={() => onChange({ ...by, order: ascending ? 'DESC' : 'ASC' })}
        >
          {ascending ? <AscendingIcon /> : <DescendingIcon />}
        </IconButtonWithTooltip>
      )}
      {onRemove && (
        <IconButtonWithTooltip label="entity.sort.remove" onClick={onRemove}>
          <RemoveIcon />
        </IconButtonWithTooltip>
      )}
    </Box>
  );
};
