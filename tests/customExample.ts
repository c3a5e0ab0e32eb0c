import { resolve } from 'node:path';
import { partsOf } from './unit/docs/page';

/** Returns the server code of an installation in docs/extending.md, which imports from this checkout. */
export const customExample = (): string => {
  const part = partsOf('docs/extending.md').find(({ body }) => body.includes('custom: Custom'));
  const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(part?.body ?? '') ?? [];
  return code.replaceAll('../../../sealdesk', resolve('.'));
};
