import { valuesOf } from '../controls/PickFilter';
import { useText } from '../controls/useText';
import type { FilterProps } from '../FieldView';
import { RefBox } from './RefBox';
import { useFound } from './useFound';
import { useTitles } from './useTitles';

/** Narrows a list to records that refer to one of some. */
export const RefFilter = ({
  field,
  name,
  filters,
  onChange,
}: FilterProps<'ref' | 'refTree' | 'refs'>) => {
  const text = useText();
  const search = useFound(field);
  const ids = valuesOf(filters[name]).map(Number);
  const titles = useTitles(field.of, ids);
  return (
    <RefBox
      {...search}
      name={name}
      label={text(field.label)}
      multiple
      chosen={ids.map((id, i) => ({ id, title: titles[i] ?? String(id) }))}
      onChoose={(picked) => onChange({ [name]: picked.length > 0 ? picked : undefined })}
    />
  );
};
