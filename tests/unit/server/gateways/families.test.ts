import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { isSupported, NATIVE } from '../../../../src/domain/family';
import { commands } from '../../../../src/resources/commands';
import { families } from '../../../../src/server/gateways';

const codes = Object.keys(commands);
const opened = families.map((entry) => ({
  ...entry,
  family: entry.open({ secret: 'test', asksForAuth: false }),
}));

it('each protocol with a listener of its own belongs to one family', () => {
  const protocols = families.flatMap((family) => family.protocols);
  expect(protocols.toSorted()).toEqual(NATIVE.toSorted());
});

it('each family has one name', () => {
  expect(opened.map(({ family }) => family.name)).toEqual(families.map(({ name }) => name));
});

it.each(opened)('$name encodes the commands of its protocols', ({ family, protocols }) => {
  const supported = protocols.flatMap((protocol) =>
    codes.filter((cmd) => isSupported(protocol, cmd)).map((cmd) => ({ protocol, cmd })),
  );
  const unsupported = supported.filter(({ protocol, cmd }) => {
    const command = { id: '1', cmd, args: {}, ts: 0, exp: 0 };
    const encoded = family.openSession().encode(command, 0, { id: '1', protocol });
    return family.replyKey(command) === undefined || 'unsupported' in encoded;
  });
  expect(unsupported).toEqual([]);
});

it.each(opened)('$name encodes no command that its protocols lack', ({ family, protocols }) => {
  const encoded = codes.filter((cmd) => family.replyKey({ id: '1', cmd, args: {}, ts: 0, exp: 0 }));
  const missing = encoded.filter((cmd) => !protocols.some((each) => isSupported(each, cmd)));
  expect(missing).toEqual([]);
});

it('docs/operations.md has the setting of each family', async () => {
  const text = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const settings = families.map(({ setting }) => setting);
  expect(settings.filter((setting) => !text.includes(`\`${setting}\``))).toEqual([]);
});
