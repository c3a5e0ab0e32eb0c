import { createElement, type ReactNode } from 'react';
import { TestMemoryRouter } from 'react-admin';
import { renderToString } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { f } from '../../../../src/config';
import { FormField } from '../../../../src/fields/views/form';

const radius = f.radius(['Radius', '半径'], {
  help: ['The width on each side', '两侧各自的宽度'],
  helpWhen: { shape: ['line'] },
});

const Form = ({ children }: { children: ReactNode }) => (
  <TestMemoryRouter>
    <FormProvider {...useForm()}>{children}</FormProvider>
  </TestMemoryRouter>
);

it.each([
  ['line', true],
  ['circle', false],
])('shows a conditional help beside a %s: %s', (shape, isShown) => {
  const input = createElement(FormField, { name: 'radius', field: radius, values: { shape } });
  expect(renderToString(<Form>{input}</Form>).includes('each side')).toBe(isShown);
});
