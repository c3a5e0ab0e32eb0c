import { choices, entity, f, slot } from '../../../src/config';

const moods = choices([
  [1, 'Calm', '平静'],
  [2, 'Wild', '狂野'],
]);

/** An entity that has a component of react-admin in every slot. */
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
