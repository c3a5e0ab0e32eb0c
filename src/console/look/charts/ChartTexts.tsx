import { ChartsLocalizationProvider } from '@mui/x-charts/ChartsLocalizationProvider';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export const ChartTexts = ({ children }: { readonly children: ReactNode }) => {
  const translate = useTranslate();
  const describe = (...parts: readonly (string | undefined)[]) =>
    parts.filter(Boolean).join(translate('charts.join'));
  return (
    <ChartsLocalizationProvider
      localeText={{
        loading: translate('ra.page.loading'),
        noData: translate('charts.nothing'),
        a11yNoValue: translate('charts.noValue'),
        barDescription: ({ formattedCategoryValue, formattedValue, seriesLabel }) =>
          describe(formattedCategoryValue, seriesLabel, formattedValue),
        lineDescription: ({ formattedXValue, formattedYValue, seriesLabel }) =>
          describe(formattedXValue, seriesLabel, formattedYValue),
      }}
    >
      {children}
    </ChartsLocalizationProvider>
  );
};
