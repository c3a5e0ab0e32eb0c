import { open } from 'node:fs/promises';
import type { AnyField, Field } from '../../config';
import {
  extensionOf,
  imageExtensions,
  MAX_FILE_BYTES,
  MAX_IMAGE_BYTES,
  MAX_LOGO_BYTES,
  parseAccept,
  storedExtension,
  typeOf,
} from '../../domain/files';

/** Files that a field accepts. */
export interface FileLimits {
  /** Under which files are stored. */
  readonly extensions: readonly string[];
  readonly bytes: number;
}

export const fileLimits = (field: AnyField, purpose: string): FileLimits => {
  if (field.kind === 'image') {
    const bytes = purpose === 'logo' ? MAX_LOGO_BYTES : MAX_IMAGE_BYTES;
    return { extensions: imageExtensions, bytes };
  }
  const { accept }: Partial<Field<'file' | 'files'>> = field;
  return { extensions: parseAccept(accept), bytes: MAX_FILE_BYTES };
};

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
  const extension = storedExtension(ending);
  if (!extensions.includes(extension)) return undefined;
  return !type || (await startsWith(path, type.beginning)) ? extension : undefined;
};
