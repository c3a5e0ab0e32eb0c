import { useTranslate } from 'ra-core';
import { deviceModes } from '../../theme';
import { OneOf } from './OneOf';
import { useLook } from './useLook';
import { useSetting } from './useSetting';

/** The layout of a desk or of a phone, whatever the width: for tablets, which are both. */
export const DeviceChoice = () => {
  const translate = useTranslate();
  const { device } = useLook();
  const [, setDevice] = useSetting('device');
  return (
    <OneOf
      title={translate('settings.device')}
      value={device}
      choices={deviceModes.map((value) => ({
        value,
        label: translate(`settings.devices.${value}`),
      }))}
      onChoose={setDevice}
    />
  );
};
