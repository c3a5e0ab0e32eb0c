import { useCallback } from 'react';
import type { AnyEntity, Row } from '../../config';
import { fieldText } from '../../fields';
import { useLocalizedTitle } from '../../fields/kinds/localizedTitle';
import type { TitleNames } from '../../fields/views/contexts';
import { useReaderLocale } from '../../fields/views/reader';
import { useLiveNames } from '../data';
import { useEntityByName } from './AppContext';
import { fieldOf, fullName, type LockNames, type RecordName, recordName } from './record';

/** Returns the function that names a lock by its SN, in the language of the reader. */
export const useLockNames = (): LockNames => {
  const names = useLiveNames();
  const locale = useReaderLocale();
  const device = useEntityByName('device');
  const column = device?.nameField;
  const field = device && column ? fieldOf(device, column) : undefined;
  return useCallback(
    (sn) => {
      const name = names(sn);
      if (name === undefined || !field || !column) return name;
      return fieldText(field, column, { [column]: name }, locale);
    },
    [names, field, column, locale],
  );
};

/** Returns the function that names a record by its title: a lock by its SN. */
export const useTitleNames = (): TitleNames => {
  const names = useLockNames();
  return useCallback((entity, title) => (entity === 'device' ? names(title) : undefined), [names]);
};

/** Returns the function that writes the name of a lock before its SN. */
export const useLockTitle = (): ((sn: string) => string) => {
  const names = useLockNames();
  return useCallback(
    (sn) => {
      const name = names(sn);
      return fullName(name === undefined ? { name: sn } : { name, code: sn });
    },
    [names],
  );
};

/** Returns the function that names an entity's records, and the one that writes name and title in one line. */
export const useRecordNames = (entity: AnyEntity) => {
  const locale = useReaderLocale();
  const names = useLockNames();
  const localize = useLocalizedTitle(entity.name);
  const nameOf = useCallback(
    (record: Row): RecordName => {
      const { name, ...code } = recordName(entity, record, locale, names);
      return { name: localize(name), ...code };
    },
    [entity, locale, names, localize],
  );
  const fullNameOf = useCallback((record: Row): string => fullName(nameOf(record)), [nameOf]);
  return { nameOf, fullNameOf };
};
