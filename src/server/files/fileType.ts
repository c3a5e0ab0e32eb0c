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
];

/** Images are shown in place; anything else is for saving only. */
export const imageExtensions: readonly string[] = ['png', 'jpg', 'gif', 'webp'];

/** What a file may be for, where that says which types serve it. */
const purposes: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['import', ['xlsx']],
  ['image', imageExtensions],
  ['firmware', ['bin']],
]);

/** The extensions that a purpose takes: of any other purpose, all there are. */
export const extensionsFor = (purpose: unknown): readonly string[] =>
  purposes.get(purpose) ?? types.map(({ extension }) => extension);

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
