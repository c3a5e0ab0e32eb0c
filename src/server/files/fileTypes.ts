import { open } from 'node:fs/promises';

/** File type whose content is checked against its extension by the bytes at its beginning. */
interface FileType {
  readonly extension: string;
  readonly alias?: string;
  readonly mediaType: string;
  readonly beginning: readonly number[];
}

const BYTES = 'application/octet-stream';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const types: readonly FileType[] = [
  { extension: 'xlsx', mediaType: XLSX_TYPE, beginning: [0x50, 0x4b, 0x03, 0x04] },
  { extension: 'pdf', mediaType: 'application/pdf', beginning: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  {
    extension: 'png',
    mediaType: 'image/png',
    beginning: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  { extension: 'jpg', alias: 'jpeg', mediaType: 'image/jpeg', beginning: [0xff, 0xd8, 0xff] },
  { extension: 'gif', mediaType: 'image/gif', beginning: [0x47, 0x49, 0x46, 0x38] },
  { extension: 'webp', mediaType: 'image/webp', beginning: [0x52, 0x49, 0x46, 0x46] },
  { extension: 'bin', mediaType: BYTES, beginning: [] },
  { extension: 'hex', mediaType: BYTES, beginning: [0x3a] },
  { extension: 'zip', mediaType: 'application/zip', beginning: [0x50, 0x4b, 0x03, 0x04] },
];

/** Images are shown in place; other files are only downloaded. */
export const imageExtensions: readonly string[] = ['png', 'jpg', 'gif', 'webp'];

/** Extensions accepted by a field without `accept`. */
export const anyExtension: readonly string[] = types.map(({ extension }) => extension);

const MB = 2 ** 20;

/** Maximum bytes per file. */
export const MAX_FILE_BYTES = 20 * MB;

/** Maximum bytes of an image. It is small because every list that shows the image loads it. */
export const MAX_IMAGE_BYTES = 5 * MB;

/** Maximum bytes of an organisation's logo. */
export const MAX_LOGO_BYTES = MB;

const typeOf = (extension: string): FileType | undefined =>
  types.find((one) => one.extension === extension || one.alias === extension);

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? '';

/** Returns the media type of a file by its extension. */
export const mediaTypeOf = (name: string): string => typeOf(extensionOf(name))?.mediaType ?? BYTES;

/** True if browsers show the file in place. */
export const isImage = (name: string): boolean =>
  imageExtensions.includes(typeOf(extensionOf(name))?.extension ?? '');

/** Parses a field's `accept` (`.pdf, .jpeg`) into the extensions under which files are stored: `pdf`, `jpg`. */
export const parseAccept = (accept: string): string[] =>
  accept.split(',').map((each) => {
    const extension = each.trim().toLowerCase().replace(/^\./, '');
    return typeOf(extension)?.extension ?? extension;
  });

const startsWith = async (path: string, beginning: readonly number[]): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
    return buffer.equals(Buffer.from(beginning));
  } finally {
    await file.close();
  }
};

/**
 * Returns the extension under which a received file is stored; undefined if it is not in `extensions` or the content does
 * not match it. The content of types that this file does not list is not checked.
 */
export const fileType = async (
  path: string,
  name: string,
  extensions: readonly string[],
): Promise<string | undefined> => {
  const ending = extensionOf(name);
  const type = typeOf(ending);
  const extension = type?.extension ?? ending;
  if (!extensions.includes(extension)) return undefined;
  return !type || (await startsWith(path, type.beginning)) ? extension : undefined;
};
