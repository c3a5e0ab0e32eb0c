import { beforeAll, describe, expect, it } from 'vitest';
import { type JobsServer, jobsServer, type Operator } from '../jobs/jobsServer';

let server: JobsServer;
let harbour: Operator;
beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
});

const addCard = async (ic_no: string, values: object): Promise<number> =>
  (await harbour.ask('/icCard/add', { ic_no, org_id: 2, ...values })).id;
const groupOf = async (id: number) => (await harbour.ask('/icCard/get', { id })).card_no;

describe('a field that depends on another', () => {
  it.each([
    ['A001', 'of the kind that has none', { card_type: 1, card_no: '77' }, null],
    ['A002', 'of the kind that has one', { card_type: 2, card_no: '77' }, '77'],
  ])('is, with the new card %s %s, stored only if its condition holds', async (...row) => {
    const [number, , values, stored] = row;
    expect(await groupOf(await addCard(number, values))).toBe(stored);
  });

  it('is validated only if its condition holds', async () => {
    const card_no = '7'.repeat(21);
    const card = { ic_no: 'B001', org_id: 2, card_no };
    expect(await harbour.answer('/icCard/add', { ...card, card_type: 2 })).toEqual([
      'invalid',
      { card_no: 'Enter up to 20 characters' },
    ]);
    for (const group of [null, '', undefined]) {
      const grouped = { ...card, ic_no: 'B002', card_type: 2, card_no: group };
      expect(await harbour.answer('/icCard/add', grouped)).toEqual([
        'invalid',
        { card_no: 'Required' },
      ]);
    }
    expect(await harbour.answer('/icCard/add', { ...card, card_type: 1 })).toEqual(['success']);
  });

  it('is cleared by a change that hides it, and ignored while it is hidden', async () => {
    const id = await addCard('C001', { card_type: 2, card_no: '77' });
    await harbour.ask('/icCard/update', { id, card_no: '78' });
    expect(await groupOf(id)).toBe('78');
    await harbour.ask('/icCard/update', { id, card_type: 1 });
    expect(await groupOf(id)).toBeNull();
    await harbour.ask('/icCard/update', { id, card_type: 2, card_no: '79' });
    expect(await groupOf(id)).toBe('79');
    await harbour.ask('/icCard/update', { id, card_type: 1, card_no: '79' });
    expect(await groupOf(id)).toBeNull();
    await harbour.ask('/icCard/update', { id, card_no: '80' });
    expect(await groupOf(id)).toBeNull();
  });

  const alarms = { receive_type: 1, language: 'en_US' };
  it.each([
    [{ is_mail_config: true }, { mail_box: 'Required' }],
    [{ is_phone_config: true, is_mail_config: true }, { mail_box: 'Required' }],
  ])('is required once its condition holds: %j', async (values, fields) => {
    const refused = ['invalid', fields];
    const args = { ...alarms, ...values };
    expect(await harbour.answer('/alarmConfig/add', { device_id: 1, ...args })).toEqual(refused);
    expect(await harbour.answer('/device/setAlarms', { ids: [1], ...args })).toEqual(refused);
  });
});

describe('an action', () => {
  const addRule = async (regional_rule: string, enabled: boolean): Promise<number> => {
    const place = { lat: 22, lon: 114, radius: 300 };
    return (await harbour.ask('/regionalRule/add', { regional_rule, org_id: 2, enabled, ...place }))
      .id;
  };
  const isOn = async (id: number) => (await harbour.ask('/regionalRule/get', { id })).enabled;

  it('runs on the records that allow it, and names the reason for the others', async () => {
    const [on, off] = [await addRule('On', true), await addRule('Off', false)];
    expect(await harbour.answer('/regionalRule/enable', { ids: [on] })).toEqual([
      'conflict',
      [{ id: on, why: 'Enabled is “Yes”. It must be No.' }],
    ]);
    expect(await harbour.ask('/regionalRule/disable', { ids: [on, off] })).toEqual({
      done: 1,
      failed: [{ id: off, why: 'Enabled is “No”. It must be Yes.' }],
    });
    expect([await isOn(on), await isOn(off)]).toEqual([false, false]);
    expect(await harbour.answer('/regionalRule/disable', { ids: [on] }, 'zh')).toEqual([
      'conflict',
      [{ id: on, why: '启用为“否”，可用条件：是' }],
    ]);
  });
});
