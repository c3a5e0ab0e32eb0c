declare module '../../config/field' {
  interface FieldKinds<O> {
    image: { options: { purpose?: string }; value: string };
  }
}

/** An uploaded picture; the record holds its path like any file's. */
export { schema } from './file.schema';
