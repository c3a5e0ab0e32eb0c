import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let admin: string;
beforeAll(async () => {
  server = await demoServer();
  admin = await server.signIn('admin');
});

const addable = config.entities.filter(({ verbs }) => verbs.includes('add'));

it.each(addable.map(({ name }) => name))(
  '%s: an empty record is refused with the names of its fields',
  async (name) => {
    const { verify, data } = await server.call(`/${name}/add`, {}, { token: admin });
    expect(verify.sign).toBe('invalid');
    expect(Object.keys(data.fields)).not.toEqual([]);
  },
);
