import { choices, f } from '../../config';

const map = choices([
  ['amap', 'Amap', '高德地图'],
  ['mapWorld', 'World map', '世界地图'],
  ['google', 'Google map', '谷歌地图'],
  ['baidu', 'Baidu map', '百度地图'],
]);

/** What an operator can set for themselves. Specification section 3, user settings. */
export const hobbyFields = {
  system_title: f.text(['System title', '系统标题'], { max: 40 }),
  map_type: f.choice(['Map', '地图'], map),
  map_level: f.number(['Map level', '地图级别'], { integer: true, min: 1, max: 22 }),
  lat: f.number(['Latitude', '纬度'], { min: -90, max: 90 }),
  lon: f.number(['Longitude', '经度'], { min: -180, max: 180 }),
  is_voice: f.boolean(['Voice', '语音提示']),
  is_police_voice: f.boolean(['Alarm sound', '报警声音']),
  is_police_popup: f.boolean(['Alarm popup', '报警弹窗']),
};
