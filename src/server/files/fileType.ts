import { open } from 'node:fs/promises';

/** A type of file that is taken: how it is called, and how it begins. */
interface FileType {
  readonly extension: string;
  readonly alias?: string;
  readonly beginning: readonly number[];
}

const types: readonly FileType[] = [
  { extension: 'xlsx', beginning: [0x50, 0x4b, 0x03, 0x04] },
  { extension: 'png', beginning: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { extension: 'jpg', alias: 'jpeg', beginning: [0xff, 0xd8, 0xff] },
  { extension: 'gif', beginning: [0x47, 0x49, 0x46, 0x38] },
  { extension: 'webp', beginning: [0x52, 0x49, 0x46, 0x46] },
  { extension: 'bin', beginning: [] },
  { extension: 'hex', beginning: [0x3a] },
  { extension: 'zip', beginning: [0x50, 0x4b, 0x03, 0x04] },
];

/** Images are shown in place; anything else is for saving only. */
export const imageExtensions: readonly string[] = ['png', 'jpg', 'gif', 'webp'];

const MB = 2 ** 20;

/** Bytes of one file at the most. */
export const MOST_BYTES = 20 * MB;

/** What a file may be for: which types serve it, and bytes at the most. */
interface Purpose {
  readonly extensions: readonly string[];
  readonly bytes: number;
}

const purposes: ReadonlyMap<unknown, Purpose> = new Map([
  ['import', { extensions: ['xlsx'], bytes: MOST_BYTES }],
  ['image', { extensions: imageExtensions, bytes: 5 * MB }],
  ['logo', { extensions: imageExtensions, bytes: MB }],
  ['firmware', { extensions: ['bin', 'hex', 'zip'], bytes: MOST_BYTES }],
]);

const anything: Purpose = {
  extensions: types.map(({ extension }) => extension),
  bytes: MOST_BYTES,
};

/** What a purpose takes: any other than the known ones, everything. */
export const purposeOf = (purpose: unknown): Purpose => purposes.get(purpose) ?? anything;

const startsWith = async (path: string, beginning: readonly number[]): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
    return buffer.equals(Buffer.from(beginning));
  } finally {
    await file.close();
  }
};

/** The extension of a received file by its name, if its content agrees; undefined for a type that is not taken. */
export const fileType = async (path: string, name: string): Promise<string | undefined> => {
  const extension = /\.([^.]+)$/.exec(name.toLowerCase())?.[1];
  const type = types.find((one) => one.extension === extension || one.alias === extension);
  return type && (await startsWith(path, type.beginning)) ? type.extension : undefined;
};
