import { useTranslate } from 'ra-core';
import { layoutSizes } from '../../theme';
import { OneOf } from './OneOf';
import { useLook } from './useLook';
import { useSetting } from './useSetting';

/** How dense the console is. */
export const SizeChoice = () => {
  const translate = useTranslate();
  const { size } = useLook();
  const [, setSize] = useSetting('size');
  return (
    <OneOf
      title={translate('settings.size')}
      value={size}
      choices={layoutSizes.map((value) => ({
        value,
        label: translate(`settings.sizes.${value}`),
      }))}
      onChoose={setSize}
    />
  );
};
