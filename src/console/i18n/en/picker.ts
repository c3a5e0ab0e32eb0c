export const picker = {
  title: '%{name}: choose on the map',
  map: 'Map to choose a place on: arrows move it, Enter takes the place in its middle',
  coordinates: 'Latitude, longitude',
  noPlace: 'Not a place: latitude and longitude in degrees, such as 31.2304, 121.4737',
  how: 'Click the map. By keyboard: arrows move it, plus and minus zoom, Enter takes the middle.',
  radius: 'Radius',
  cancel: 'Cancel',
  take: 'Use this place',
};
