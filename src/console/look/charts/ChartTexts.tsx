import { ChartsLocalizationProvider } from '@mui/x-charts/ChartsLocalizationProvider';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

interface Described {
  readonly name: string;
  readonly value: string;
  readonly series?: string;
}

export const ChartTexts = ({ children }: { readonly children: ReactNode }) => {
  const translate = useTranslate();
  const describe = ({ name, value, series }: Described) =>
    [name, series, value].filter(Boolean).join(translate('charts.join'));
  return (
    <ChartsLocalizationProvider
      localeText={{
        loading: translate('ra.page.loading'),
        noData: translate('charts.nothing'),
        a11yNoValue: translate('charts.noValue'),
        barDescription: ({ formattedCategoryValue, formattedValue, seriesLabel }) =>
          describe({ name: formattedCategoryValue, value: formattedValue, series: seriesLabel }),
        lineDescription: ({ formattedXValue, formattedYValue, seriesLabel }) =>
          describe({ name: formattedXValue, value: formattedYValue, series: seriesLabel }),
      }}
    >
      {children}
    </ChartsLocalizationProvider>
  );
};
