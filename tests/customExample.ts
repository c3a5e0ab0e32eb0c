import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CONFIG = 'harbour.config.ts';
/** Name of a file, the text after it, and the block with its code. */
const BLOCK =
  /`((?:custom\/[\w.]+|harbour\.config)\.tsx?)`((?!```)[\s\S])*?\n```tsx?\n([\s\S]*?)^```$/gm;

/** Writes the installation of docs/extending.md, "Your own code", into a folder. @returns the path of its configuration */
export const writeCustomExample = async (folder: string): Promise<string> => {
  const document = await readFile('docs/extending.md', 'utf8');
  const from = document.indexOf('The example is complete.');
  for (const [, file = '', , code = ''] of document.slice(from).matchAll(BLOCK)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  return join(folder, CONFIG);
};
