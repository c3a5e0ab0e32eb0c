declare module '../../config/field' {
  interface FieldKinds<O> {
    refTree: {
      subject: string;
      references: true;
      /** `mine`: a new record begins with its maker's own, of `role` only. */
      options: { via?: string; byText?: true; mine?: true };
      value: number;
    };
  }
}

/** A record of an entity that forms a tree: organisations, roles, menus. */
export { schema } from './ref.schema';
