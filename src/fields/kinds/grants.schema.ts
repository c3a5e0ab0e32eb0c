import type { Label } from '../../domain/label';
import type { KindDescription } from '../description';
import { valueRule } from '../rule';
import type { FieldSchema } from '../schemas';

/** Grants of a role: ids of menus and buttons. */
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

const hasNone = ({ menus, buttons }: Grants): boolean => menus.length + buttons.length === 0;

const NO_PERMISSION: Label = [
  'This role has no permissions. Its users cannot sign in.',
  '该角色没有任何权限，其用户将无法登录。',
];

/** Menus and buttons of a role. The server stores them in separate tables. */
export const schema: FieldSchema<'grants'> = {
  rule: (_field, yup) => valueRule(yup, 'pattern', isGrants),
  saveWarning: (value) =>
    isGrants(value) && !hasNone(value as Grants) ? undefined : NO_PERMISSION,
  sql: () => 'jsonb',
  json: () => ({}),
  filter: 'none',
  importable: false,
  // Grantable and effective rights.
  calls: ['grantable', 'shown'],
};

export const description: KindDescription<'grants'> = {
  label: ['Permissions', '权限'],
  text: [
    'The menus and buttons of a role, as a tree of ticks. A rule of the server stores them, so the field is `virtual`.',
    '角色的菜单和按钮，以勾选树显示。由服务器的规则保存，因此字段为 `virtual`。',
  ],
  example:
    "const grants = f.grants(['Permissions', '权限'], { virtual: true, on: ['create', 'edit', 'show'] });",
};
