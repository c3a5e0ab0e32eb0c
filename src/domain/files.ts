import { numberFormat } from './figures';
import type { Label, Locale } from './label';

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

export const MB = 2 ** 20;

/** Maximum bytes per file. */
export const MAX_FILE_BYTES = 20 * MB;

/** Maximum bytes of an image. It is small because every list that shows the image loads it. */
export const MAX_IMAGE_BYTES = 5 * MB;

/** Maximum bytes of an organisation's logo. */
export const MAX_LOGO_BYTES = MB;

/** Maximum number of files of a list whose field declares none. */
export const MAX_FILES = 20;

export const typeOf = (extension: string): FileType | undefined =>
  types.find((one) => one.extension === extension || one.alias === extension);

export const extensionOf = (name: string): string =>
  /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? '';

/** Returns the media type of a file by its extension. */
export const mediaTypeOf = (name: string): string => typeOf(extensionOf(name))?.mediaType ?? BYTES;

/** True if browsers show the file in place. */
export const isImage = (name: string): boolean =>
  imageExtensions.includes(typeOf(extensionOf(name))?.extension ?? '');

/**
 * Parses a field's `accept` (`.pdf, .jpeg, image/*`) into the extensions under which files are stored; all of the table
 * above without one.
 */
export const parseAccept = (accept?: string): string[] => [
  ...new Set(accept?.split(',').flatMap(extensionsOf) ?? types.map(({ extension }) => extension)),
];

/** @param accepted `.jpeg`, `image/png` or `image/*` */
const extensionsOf = (accepted: string): string[] => {
  const type = accepted.trim().toLowerCase();
  if (!type.includes('/')) return [storedExtension(type.replace(/^\./, ''))];
  const fits = ({ mediaType }: FileType) =>
    type.endsWith('/*') ? mediaType.startsWith(type.slice(0, -1)) : mediaType === type;
  return types.filter(fits).map(({ extension }) => extension);
};

/** Extension under which a file is stored, of those that mean the same. */
export const storedExtension = (extension: string): string =>
  typeOf(extension)?.extension ?? extension;

export interface ListedFile {
  /** Path under the base of files, or URL, without a query. */
  readonly path: string;
  /** Name of the file that was uploaded. */
  readonly name: string;
  /** Bytes; undefined if it is unknown. */
  readonly size?: number;
}

/** Returns the path of an entry without name and size. */
export const listedPath = (entry: string): string => entry.split('?', 1)[0] ?? '';

/**
 * Formats a file of a list as records hold it: its path with its name and size as a query, so that every copy of the
 * record has them. Servers of files ignore the query.
 */
export const listedEntry = ({ path, name, size }: ListedFile): string =>
  `${listedPath(path)}?${new URLSearchParams({ name, ...(size !== undefined && { size: String(size) }) })}`;

export const parseListed = (entry: string): ListedFile => {
  const path = listedPath(entry);
  const query = new URLSearchParams(entry.slice(path.length));
  const size = Number.parseInt(query.get('size') ?? '', 10);
  const name = query.get('name') || (path.split('/').at(-1) ?? path);
  return { path, name, ...(size >= 0 && { size }) };
};

/** Puts the name of a file in front of its error. */
export const fileError = (name: string, [en, zh]: Label): Label => [
  `${name}: ${en}`,
  `${name}：${zh}`,
];

/** Formats a size in bytes: "640 KB". */
export const sizeText = (bytes: number, locale: Locale): string => {
  const [unit, step] = bytes < MB ? ['KB', 1024] : ['MB', MB];
  return `${numberFormat(locale).format(Math.max(0.1, Math.round((bytes / step) * 10) / 10))} ${unit}`;
};
