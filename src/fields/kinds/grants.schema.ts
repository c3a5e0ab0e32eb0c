import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

/** What a role was given: ids of menus and of buttons. */
export interface Grants {
  readonly menus: readonly number[];
  readonly buttons: readonly number[];
}

declare module '../../config/field' {
  interface FieldKinds<O> {
    grants: { options: object; value: Grants };
  }
}

const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every(Number.isSafeInteger);

const isGrants = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isIds((value as Grants).menus) &&
  isIds((value as Grants).buttons);

/** The menus a role sees and the buttons it may press; the server keeps them in tables of their own. */
export const schema: FieldSchema<'grants'> = {
  rule: (_field, { mixed }) =>
    mixed().test(
      'grants',
      rule('pattern'),
      (value) => value === null || value === undefined || isGrants(value),
    ),
  sql: () => 'jsonb',
  filter: 'none',
  importable: false,
  // What may be granted, and what was.
  calls: ['grantable', 'shown'],
};
