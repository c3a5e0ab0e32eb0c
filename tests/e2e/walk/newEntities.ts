import { action, choices, entity, f, slot } from '../../../src/config';

/** Entities without code of their own: the screens come from the declarations alone. */

export const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌'], { required: true, unique: true, max: 10 }),
    kind: f.choice(
      ['Type', '类型'],
      choices([
        [1, 'Truck', '卡车'],
        [2, 'Van', '厢车'],
      ]),
    ),
    device_id: f.ref(['Lock', '锁'], 'device'),
    axles: f.number(['Axles', '轴数'], { min: 2, max: 9 }),
  },
});

export const driver = entity('driver', ['Driver', '司机'], {
  fields: {
    driver_name: f.text(['Driver', '司机姓名'], { required: true, max: 40 }),
    phones: f.phones(['Phones', '电话'], { max: 2 }),
    mail: f.email(['Mail', '邮箱']),
    licence_until: f.date(['Licence until', '驾照有效期'], { required: true }),
    on_duty: f.boolean(['On duty', '在岗'], { initial: true }),
    badge: f.color(['Badge', '胸牌颜色']),
  },
});

export const depot = entity('depot', ['Depot', '场站'], {
  fields: {
    depot_name: f.text(['Depot', '场站名称'], { required: true, unique: true, max: 40 }),
    org_id: f.refTree(['Company', '所属机构'], 'org', { required: true, via: 'org_name' }),
    gate: f.lngLat(['Gate', '大门位置'], { required: true }),
    reach: f.radius(['Reach', '范围']),
    yard: f.geometry(['Yard', '场地']),
  },
});

export const inspection = entity('inspection', ['Inspection', '检查'], {
  fields: {
    inspector: f.text(['Inspector', '检查人'], { required: true, max: 40 }),
    at: f.datetime(['At', '检查时间'], { required: true }),
    took: f.duration(['Took', '耗时'], { unit: 's' }),
    charge: f.battery(['Charge', '电量'], { low: 30 }),
    category: f.dict(['Category', '类别'], 'deviceCategory'),
    findings: f.json(['Findings', '结果']),
  },
  sort: ['at', 'DESC'],
});

export const kit = entity('kit', ['Kit', '套件'], {
  fields: {
    kit_no: f.text(['Number', '套件编号'], { required: true, unique: true, max: 20 }),
    release: f.version(['Release', '版本'], { required: true }),
    locks: f.refs(['Locks', '锁'], 'device', { max: 5 }),
    manual: f.file(['Manual', '手册'], { accept: '.txt,.pdf' }),
  },
});

const custody = choices([
  [0, 'Waiting', '待处理'],
  [1, 'Held', '已扣留'],
]);

/** Entity with states. No two records keep the same argument of its action. */
export const parcel = entity('parcel', ['Parcel', '包裹'], {
  fields: {
    code: f.text(['Code', '单号'], { required: true, max: 10 }),
    shelf: f.text(['Shelf', '货架'], { inline: true }),
    custody: f.choice(['Custody', '状态'], custody),
    reason: f.text(['Reason', '原因'], { max: 40, unique: true, on: ['list', 'show'] }),
  },
  states: { field: 'custody', start: 0, moves: { hold: [0, 1] }, frozen: { 1: ['shelf'] } },
  actions: {
    hold: action(['Hold', '扣留'], {
      args: { why: f.text(['Grounds', '依据'], { required: true, max: 40 }) },
      sets: { reason: '@args.why' },
    }),
  },
});

const moods = choices([
  [1, 'Calm', '平静'],
  [2, 'Wild', '狂野'],
]);

/** Entity with a component of react-admin in every slot. */
export const ferry = entity('ferry', ['Ferry', '渡轮'], {
  fields: {
    hull: f.text(['Hull', '船号'], {
      required: true,
      max: 10,
      slots: {
        filter: slot(async () => (await import('react-admin')).TextInput),
        input: slot(async () => (await import('react-admin')).TextInput),
        detail: slot(async () => (await import('react-admin')).ChipField),
      },
    }),
    mail: f.text(['Mail', '邮箱'], {
      slots: { cell: slot(async () => (await import('react-admin')).EmailField) },
    }),
    mood: f.choice(['Mood', '心情'], moods, {
      slots: {
        input: slot(async () => (await import('react-admin')).SelectInput, {
          choices: [
            { id: 1, name: 'Calm' },
            { id: 2, name: 'Wild' },
          ],
        }),
      },
    }),
  },
  slots: {
    toolbar: slot(async () => (await import('react-admin')).FilterLiveSearch, {
      source: 'mail',
      label: 'Find by mail',
    }),
    row: slot(async () => (await import('react-admin')).DeleteButton, {
      label: 'Scrap',
      mutationMode: 'pessimistic',
      redirect: false,
    }),
    form: slot(async () => (await import('react-admin')).FormDataConsumer, {
      children: ({ formData }) => `Typed: ${formData.hull ?? ''}`,
    }),
    detail: slot(async () => (await import('react-admin')).FunctionField, {
      render: ({ hull }) => `All about ${hull}`,
    }),
  },
});
