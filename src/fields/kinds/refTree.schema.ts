declare module '../../config/field' {
  interface FieldKinds<O> {
    refTree: {
      subject: string;
      references: true;
      /** `mine`: a new record starts with the operator's own; `role` only. */
      options: { via?: string; byText?: true; mine?: true };
      value: number;
    };
  }
}

/** Reference to a record of a tree: an organisation, a role or a menu. */
export { schema } from './ref.schema';
