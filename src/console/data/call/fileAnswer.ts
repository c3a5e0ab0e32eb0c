/** A file as the server sent it. */
export interface FileAnswer {
  blob: Blob;
  name: string;
}

/** Whether a call was answered by a file. */
export const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'blob' in answer && answer.blob instanceof Blob;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that belongs to the name.
    return text;
  }
};

/**
 * The file name of a `content-disposition` header: `filename*` first (RFC 5987), else `filename`, which many servers
 * write percent-encoded. Undefined when the header names none.
 */
export const fileNameOf = (disposition: string): string | undefined => {
  const extended = /filename\*\s*=\s*[\w-]+'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const quoted = /filename\s*=\s*"([^"]*)"/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*([^";]+)/i.exec(disposition)?.[1];
  const name = decoded((extended ?? quoted ?? plain ?? '').trim());
  // A name from outside must not choose a folder.
  return name.split(/[\\/]/).at(-1) || undefined;
};
