import { byText, described, type KindDescription, via } from '../description';

declare module '../../config/field' {
  interface FieldKinds<O> {
    refTree: {
      subject: string;
      references: true;
      options: { via?: string; byText?: true; mine?: true };
      value: number;
    };
  }
}

/** Reference to a record of a tree: an organisation, a role or a menu. */
export { schema } from './ref.schema';

export const description: KindDescription<'refTree'> = {
  label: ['Reference to a tree', '树形关联'],
  text: [
    'A record of an entity that is a tree, chosen from that tree.',
    '树形实体的一条记录，从树中选择。',
  ],
  example:
    "const home_org = f.refTree(['Home organisation', '归属机构'], 'org', { via: 'home_org_name' });",
  subject: 'entity',
  options: {
    via,
    byText,
    mine: described(['Own by default', '默认本人'], 'true', [
      "A new record begins with the operator's own role. For references to roles only.",
      '新记录以操作员自己的角色开始，仅用于关联角色。',
    ]),
  },
};
