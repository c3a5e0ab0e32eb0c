import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Field } from '../../config';
import {
  extensionOf,
  fileError,
  listedEntry,
  MAX_FILE_BYTES,
  MAX_FILES,
  MB,
  parseAccept,
  parseListed,
  storedExtension,
} from '../../domain/files';
import { filledLabel, type Label } from '../../domain/label';
import { ruleTexts } from '../rule';
import { useText } from '../views/reader';
import { type Uploader, uploadRefusal } from '../views/upload';
import { UPLOADING } from './files.schema';

const NONE: readonly string[] = [];

let placeholders = 0;

/**
 * Uploads the files of an input one after the other. A file in progress is an entry of the value already: it can be moved
 * and removed, and the form waits for it. A refused file leaves the value.
 */
export const useFileUploads = (
  { accept, max = MAX_FILES }: Field<'files'>,
  value: unknown,
  onChange: (value: unknown) => void,
) => {
  const text = useText();
  const { upload } = useDataProvider() as unknown as Uploader;
  const entries = Array.isArray(value) ? (value as readonly string[]) : NONE;
  /** Value that an upload in progress continues, between two renderings too. */
  const latest = useRef(entries);
  const pass = useRef(onChange);
  useEffect(() => {
    latest.current = entries;
    pass.current = onChange;
  });
  const queue = useRef(Promise.resolve());
  /** Uploaded part of each file, 0 to 1, by its entry. */
  const [parts, setParts] = useState<Readonly<Record<string, number>>>({});
  const [failures, setFailures] = useState(NONE);

  const change = (next: readonly string[]) => {
    latest.current = next;
    pass.current(next.length > 0 ? next : null);
  };

  const send = async (file: File, placeholder: string) => {
    if (!latest.current.includes(placeholder)) return;
    const onProgress = (part: number) =>
      setParts((current) => ({ ...current, [placeholder]: part }));
    const replaceBy = (results: readonly string[]) =>
      change(latest.current.flatMap((entry) => (entry === placeholder ? results : [entry])));
    try {
      const { path } = await upload(file, 'files', onProgress);
      replaceBy([listedEntry({ path, name: file.name, size: file.size })]);
    } catch (error) {
      replaceBy([]);
      const reason = uploadRefusal(error);
      const failure = text(fileError(file.name, [reason, reason]));
      setFailures((current) => [...current, failure]);
    }
  };

  const add = (files: readonly File[]) => {
    const refused: string[] = [];
    const accepted: { file: File; placeholder: string }[] = [];
    for (const file of files) {
      const listed = [...latest.current, ...accepted.map(({ placeholder }) => placeholder)];
      const reason = refusalOf(file, { extensions: parseAccept(accept), max, listed });
      if (reason) refused.push(text(fileError(file.name, reason)));
      else {
        placeholders += 1;
        const { name, size } = file;
        const path = `${UPLOADING}${placeholders}`;
        accepted.push({ file, placeholder: listedEntry({ path, name, size }) });
      }
    }
    setFailures(refused);
    if (accepted.length === 0) return;
    change([...latest.current, ...accepted.map(({ placeholder }) => placeholder)]);
    for (const { file, placeholder } of accepted) {
      queue.current = queue.current.then(() => send(file, placeholder));
    }
  };

  return { entries, change, add, parts, failures };
};

interface Limits {
  readonly extensions: readonly string[];
  readonly max: number;
  /** Entries before the file. */
  readonly listed: readonly string[];
}

/** Returns why a file cannot be added, before it is sent; undefined if it can. */
const refusalOf = (
  { name, size }: File,
  { extensions, max, listed }: Limits,
): Label | undefined => {
  if (!extensions.includes(storedExtension(extensionOf(name))))
    return filledLabel(ruleTexts.fileType, { types: extensions.join(', ') });
  if (size > MAX_FILE_BYTES)
    return filledLabel(ruleTexts.fileTooLarge, { max: MAX_FILE_BYTES / MB });
  const isSame = (entry: string) => {
    const other = parseListed(entry);
    return other.name === name && other.size === size;
  };
  if (listed.some(isSame)) return ruleTexts.filesTwice;
  return listed.length < max ? undefined : filledLabel(ruleTexts.mostFiles, { max });
};
