import { useResourceContext } from 'ra-core';
import { isNothing } from '../controls/Nothing';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';
import { RefBox } from './RefBox';
import { useFound } from './useFound';
import { useSpokenTitle } from './useSpokenTitle';
import { useTitles } from './useTitles';
import { titleIn } from './viaOf';

/** Chooses the one record that is referred to. */
export const RefInput = (props: InputProps<'ref' | 'refTree'>) => {
  const { field, value, record, onChange, name, ...rest } = props;
  const text = useText();
  const say = useSpokenTitle(field.of);
  const isOwn = useResourceContext() === field.of;
  const search = useFound(field, isOwn && record ? Number(record.id) : undefined);
  const ids = isNothing(value) ? [] : [Number(value)];
  // The row brought the title of the value it came with; another's has to be asked for.
  const brought = record?.[name] === value ? titleIn(record, field.via, name) : undefined;
  const own = brought === undefined ? undefined : say(brought);
  const [asked] = useTitles(field.of, own === undefined ? ids : []);
  return (
    <RefBox
      {...rest}
      {...search}
      name={name}
      label={text(field.label)}
      help={field.help && text(field.help)}
      required={field.required}
      multiple={false}
      chosen={ids.map((id) => ({ id, title: own ?? asked ?? String(id) }))}
      onChoose={([id]) => onChange(id ?? null)}
    />
  );
};
