/** What a refused upload carries: the server's word about the file itself says more than that the form is wrong. */
interface Refused {
  readonly message?: unknown;
  readonly fields?: { readonly file?: unknown };
}

/** Why an upload failed, in the words of the server where it has some. */
export const uploadRefusal = (error: unknown): string => {
  const { message, fields } = Object(error) as Refused;
  if (typeof fields?.file === 'string') return fields.file;
  return typeof message === 'string' ? message : String(error);
};
