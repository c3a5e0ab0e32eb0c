export const maps = {
  map: 'Device map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitFleet: 'Show all devices',
  openHere: 'Open the map here',
  opensHere: 'The map opens here from now on',
  scale: 'Scale: this bar is %{length} long',
  source: 'Map data: %{source}',
  embeddedSource: 'Natural Earth',
  base: {
    down: '%{name} does not answer. The built-in map is shown until it does.',
    bare: 'No streets here: the built-in map ends at this scale',
    floorMissing: 'The built-in map could not be loaded. Devices are shown all the same.',
  },
  legend: {
    reset: 'Show all devices',
    title: 'Legend',
    alarm: 'Unprocessed alarms',
    moving: 'Moving, with its direction',
    stale: 'Faded: offline, or position over 6 hours old',
    group: 'Group: number in the colour of the worst state, ring of all states',
  },
  age: {
    waiting: 'Waiting for data',
    live: 'Live',
    late: '%{age} old',
    stale: 'Out of date: %{age} old',
    paused: 'Paused: %{age} old',
    offline: 'No connection',
    loading: '%{loaded} of %{total} locks',
    interrupted: 'No connection: %{loaded} of %{total} locks',
    progress: 'Locks loaded',
    explain: 'Age of the data on the map',
  },
  mirror: {
    title: 'Devices on the map',
    summary:
      '%{smart_count} device on the map, in %{cells} marks |||| %{smart_count} devices on the map, in %{cells} marks',
    alarms: '%{smart_count} unprocessed alarm |||| %{smart_count} unprocessed alarms',
    offline: 'offline',
    asleep: 'asleep',
    group: 'Group of %{smart_count} devices, worst: %{state}. Open',
  },
  panel: {
    device: 'Device %{sn}',
    close: 'Close',
  },
  choose: {
    title: '%{smart_count} device in this place |||| %{smart_count} devices in this place',
    more: '%{smart_count} more: search for it by SN |||| %{smart_count} more: search for them by SN',
  },
};

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
