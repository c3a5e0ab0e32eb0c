import { expect, it } from 'vitest';
import { withReference } from './reference';

const PAGE = 'docs/configuration.md';

it('docs/configuration.md has what kinds say of themselves; vitest writes it with -u', async () => {
  await expect(withReference(PAGE)).toMatchFileSnapshot(`${process.cwd()}/${PAGE}`);
});
