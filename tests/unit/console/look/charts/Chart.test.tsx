import { I18nContext } from 'react-admin';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TableToggle } from '../../../../../src/console/look/charts/Chart';
import { keepClear } from '../../../../../src/console/look/floating';

const i18n = {
  translate: (key: string) => key,
  changeLocale: async () => undefined,
  getLocale: () => 'en',
};

test('alarms keep clear of the button that shows a chart as a table', () => {
  const html = renderToStaticMarkup(
    <I18nContext value={i18n}>
      <TableToggle asTable={false} onToggle={() => undefined} />
    </I18nContext>,
  );
  const [[attribute = '', level] = []] = Object.entries(keepClear('page'));
  expect(html.match(/<button[^>]*>/)?.[0]).toContain(`${attribute}="${level}"`);
});
