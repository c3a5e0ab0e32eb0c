import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createTheme, ThemeProvider } from '@mui/material';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  Form,
  ListContextProvider,
  RecordContextProvider,
  ResourceContextProvider,
  TestMemoryRouter,
  useList,
} from 'react-admin';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test } from 'vitest';
import { entity, type Field, f, slot } from '../../../../src/config';
import { FieldCell, SlotComponent } from '../../../../src/console/app/slots';
import { RecordInput } from '../../../../src/console/entity/form/RecordForm';

const admin = () => import('react-admin');

const ferry = entity('ferry', ['Ferry', '渡轮'], {
  fields: {
    plain: f.text(['Plain', '普通']),
    mail: f.text(['Mail', '邮箱'], {
      slots: {
        cell: slot(async () => (await admin()).EmailField),
        detail: slot(async () => (await admin()).ChipField, { className: 'chip' }),
      },
    }),
    home: f.text(['Home', '母港'], {
      slots: { cell: slot(async () => (await admin()).UrlField, { target: '_blank' }) },
    }),
  },
});

const record = { id: 1, plain: 'as it is', mail: 'a@b.example', home: 'https://c.example' };

const renderNow = async (element: ReactNode) => {
  const { prelude } = await prerenderToNodeStream(
    <TestMemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider theme={createTheme()}>
          <ResourceContextProvider value="ferry">
            <RecordContextProvider value={record}>{element}</RecordContextProvider>
          </ResourceContextProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </TestMemoryRouter>,
  );
  return text(prelude);
};

/** Renders an element with the parts that are loaded on demand. @returns the text */
const renderText = async (element: ReactNode) => {
  await renderNow(element);
  await admin();
  await setImmediate();
  return renderNow(element);
};

const value = (name: keyof typeof ferry.fields, full = false) => (
  <FieldCell name={name} field={ferry.fields[name] as Field} record={record} full={full} />
);

test.each([
  ['a field without slots is shown by its kind', value('plain'), /as it is/],
  ["a cell's component finds the record", value('mail'), /href="mailto:a@b.example"/],
  ['a component keeps the declared options', value('home'), /target="_blank"/],
  ['a detail has its own component', value('mail', true), /class="[^"]*chip/],
  ["a detail without one uses the cell's", value('home', true), /href="https:\/\/c.example"/],
])('renders this slot: %s', async (_, element, html) => {
  expect(await renderText(element)).toMatch(html);
});

const List = ({ children }: { children: ReactNode }) => (
  <ListContextProvider value={useList({ data: [record], resource: 'ferry' })}>
    {children}
  </ListContextProvider>
);

test('gives a toolbar component the list context', async () => {
  const sorts = slot(async () => (await admin()).SortButton, { fields: ['mail'] });
  expect(
    await renderText(
      <List>
        <SlotComponent slot={sorts} slotProps={{}} />
      </List>,
    ),
  ).toContain('ra.sort.sort_by');
});

test('gives an input the form, its label and its required mark', async () => {
  const input = slot(async () => (await admin()).TextInput);
  const field = f.text(['Mail', '邮箱'], {
    required: true,
    help: ['How to reach it', '联系方式'],
    slots: { input },
  });
  const html = await renderText(
    <Form record={record}>
      <RecordInput name="mail" field={field as Field} />
    </Form>,
  );
  expect(html).toMatch(/value="a@b.example"/);
  expect(html).toMatch(/Mail.*How to reach it/s);
  expect(html).toMatch(/required|\*/);
});
