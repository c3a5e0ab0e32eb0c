import { f } from '../config';

const inFiles = { on: ['export'] } as const;

/** Where a lock was when it reported: one place to look at, two columns in a file. */
export const reportedPlace = {
  place: f.lngLat(['Place', '位置'], {
    virtual: true,
    columns: ['lat', 'lon'],
    on: ['list', 'show'],
  }),
  lat: f.number(['Latitude', '纬度'], inFiles),
  lon: f.number(['Longitude', '经度'], inFiles),
};
