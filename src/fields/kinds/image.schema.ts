declare module '../../config/field' {
  interface FieldKinds<O> {
    image: { options: { purpose?: string }; value: string };
  }
}

/** Uploaded image. The record holds its path. */
export { schema } from './file.schema';
