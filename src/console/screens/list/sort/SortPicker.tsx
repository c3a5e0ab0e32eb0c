import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../../fields/controls/useText';
import { viewOf } from '../../../../fields/views';
import { fieldOf } from '../../parts/fieldsOf';
import { useScreen } from '../../parts/ScreenContext';
import { useWire } from '../../parts/useWire';
import type { List } from '../useEntityList';
import { SortLine } from './SortLine';
import { MOST_SORTS, type SortBy, type Sorts } from './sortBy';

/** The order of a list, where there is no table head to press: a column, and those that decide where it is equal. */
export const SortPicker = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const many = useWire().sortJoiner !== '';
  const options = (entity.list as readonly string[]).flatMap((name) => {
    const field = fieldOf(entity, name);
    return field && viewOf(field).sortable !== false ? [{ name, label: text(field.label) }] : [];
  });
  const [first, ...others] = list.sort;
  const setAt = (at: number, by: SortBy | undefined) => {
    const [head, ...rest] = by ? list.sort.with(at, by) : list.sort.toSpliced(at, 1);
    if (head) list.setSort([head, ...rest]);
  };
  const unused = (own?: string) =>
    options.filter(({ name }) => name === own || !list.sort.some(({ field }) => field === name));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.25, mt: 1.75 }}>
      <SortLine
        label={translate('screens.sort.label')}
        options={unused(first.field)}
        by={first}
        onChange={(by) => setAt(0, by)}
      />
      {many &&
        others.map((by, i) => (
          <SortLine
            key={by.field}
            label={translate('screens.sort.next')}
            options={unused(by.field)}
            by={by}
            onChange={(changed) => setAt(i + 1, changed)}
            onRemove={() => setAt(i + 1, undefined)}
          />
        ))}
      {many && list.sort.length < MOST_SORTS && unused().length > 0 && (
        <SortLine
          label={translate('screens.sort.next')}
          options={unused()}
          onChange={(by) => list.setSort([...list.sort, by] as unknown as Sorts)}
        />
      )}
    </Box>
  );
};
