import { ChartsLocalizationProvider } from '@mui/x-charts/ChartsLocalizationProvider';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

interface Described {
  readonly name: string;
  readonly value: string;
  readonly series?: string;
}

/** What charts say themselves, in the reader's language. */
export const ChartTexts = ({ children }: { readonly children: ReactNode }) => {
  const translate = useTranslate();
  const said = ({ name, value, series }: Described) =>
    [name, series, value].filter(Boolean).join(translate('charts.join'));
  return (
    <ChartsLocalizationProvider
      localeText={{
        loading: translate('charts.loading'),
        noData: translate('charts.nothing'),
        a11yNoValue: translate('charts.noValue'),
        barDescription: ({ formattedCategoryValue, formattedValue, seriesLabel }) =>
          said({ name: formattedCategoryValue, value: formattedValue, series: seriesLabel }),
        lineDescription: ({ formattedXValue, formattedYValue, seriesLabel }) =>
          said({ name: formattedXValue, value: formattedYValue, series: seriesLabel }),
      }}
    >
      {children}
    </ChartsLocalizationProvider>
  );
};
