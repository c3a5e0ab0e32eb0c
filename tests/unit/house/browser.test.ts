import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findBrowser } from '../../e2e/findBrowser';

const { executablePath = '' } = (await findBrowser()) ?? {};

it.runIf(executablePath.includes('.cache'))(
  'the browser finds its fonts after its folder is renamed or copied',
  async () => {
    const conf = await readFile(join(dirname(executablePath), 'fonts/fonts.conf'), 'utf8');
    const folders = [...conf.matchAll(/<(?:cache)?dir[^>]*>([^<]*)</g)].map(([, folder]) => folder);
    expect(folders).toEqual(['fonts', 'fonts-cache']);
  },
);
