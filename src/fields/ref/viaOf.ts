import type { Row } from '../FieldView';

/** The column in which a record brings the title of what it refers to. */
export const viaOf = (via: string | undefined, name: string): string =>
  via ?? `${name.replace(/_id$/, '')}_name`;

/** The title of what a record refers to, where it brought one. */
export const titleIn = (
  record: Row | undefined,
  via: string | undefined,
  name: string,
): string | undefined => {
  const title = record?.[viaOf(via, name)];
  return title === null || title === undefined || title === '' ? undefined : String(title);
};
