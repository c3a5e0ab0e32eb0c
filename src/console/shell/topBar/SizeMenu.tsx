import SizeIcon from '@mui/icons-material/FormatSizeOutlined';
import { useTranslate } from 'ra-core';
import { layoutSizes } from '../../theme';
import { useLook, useSetting } from '../settings';
import { BarMenu } from './BarMenu';

/** How dense the console is; nothing that was typed is lost by it. */
export const SizeMenu = () => {
  const translate = useTranslate();
  const { size } = useLook();
  const [, setSize] = useSetting('size');
  return (
    <BarMenu
      label={translate('settings.size')}
      icon={<SizeIcon />}
      items={layoutSizes.map((each) => ({
        key: each,
        label: translate(`settings.sizes.${each}`),
        selected: each === size,
        onChoose: () => setSize(each),
      }))}
    />
  );
};
