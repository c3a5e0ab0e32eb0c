declare module '../../config/field' {
  interface FieldKinds<O> {
    refTree: {
      subject: string;
      references: true;
      options: { via?: string; byText?: true };
      value: number;
    };
  }
}

/** A record of an entity that forms a tree: organisations, roles, menus. */
export { schema } from './ref.schema';
