import { useQueries } from '@tanstack/react-query';
import { RecordContextProvider, useDataProvider } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type AnyEntity, type Expression, isBlank, type Row } from '../../../config';
import { dayOf } from '../../../domain/figures';
import { computedValue, othersRead } from '../../../fields/formulas';
import { useText } from '../../../fields/views/reader';
import { useApp } from '../../app';
import { fieldsForView } from '../../app/record';
import { FieldCell } from '../../app/slots';
import { splitCoordinates } from '../../data';
import { Fact, Facts } from '../../look/Facts';
import { useScreen } from '../screen';
import type { Values } from './values';

/** Reads the records that formulas read besides their own, by the reference that names each. */
const useReferenced = (entity: AnyEntity, record: Row) => {
  const { entities } = useApp().declared;
  const dataProvider = useDataProvider();
  const formulas = Object.values<Expression>(entity.computed);
  const references = [...new Set(formulas.flatMap(othersRead).map(({ of }) => of))];
  const answers = useQueries({
    queries: references.map((name) => {
      const resource = String(entity.fields[name].of);
      const id = record[name];
      return {
        queryKey: [resource, 'getOne', { id: String(id) }],
        queryFn: () => dataProvider.getOne(resource, { id }),
        enabled: !isBlank(id),
        retry: false,
      };
    }),
  });
  return Object.fromEntries(
    references.flatMap((name, i) => {
      const target = entities.find((each) => each.name === entity.fields[name].of);
      const row: Row | undefined = answers[i]?.data?.data;
      return target && row ? [[name, { fields: target.fields, record: row }]] : [];
    }),
  );
};

/** Computed fields of a record, as it is in the form. */
export const ComputedValues = ({ record: saved }: { readonly record?: Row }) => {
  const { entity } = useScreen();
  const text = useText();
  const values = useWatch<Values>();
  const record = { ...saved, ...values, ...splitCoordinates(entity.fields, values) };
  const referenced = useReferenced(entity, record);
  const now = Date.now();
  const scope = { fields: entity.fields, record, today: dayOf(now), now, referenced };
  const computed = fieldsForView(entity, 'show').filter(({ name }) => name in entity.computed);
  const row = {
    ...record,
    ...Object.fromEntries(computed.map(({ name }) => [name, computedValue(entity, name, scope)])),
  };
  return (
    <RecordContextProvider value={row}>
      <Facts>
        {computed.map(({ name, field }) => (
          <Fact key={name} label={text(field.label)}>
            <FieldCell name={name} field={field} record={row} full />
          </Fact>
        ))}
      </Facts>
    </RecordContextProvider>
  );
};
