export const maps = {
  map: 'Map of locks',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  openHere: 'Always open the map here',
  opensHere: 'The map will open here',
  scale: 'Scale bar, %{length}',
  source: 'Map data: %{source}',
  embeddedSource: 'Natural Earth',
  base: {
    down: '%{name} is not responding. The built-in map is shown until it does.',
    bare: 'No street map here. The built-in map has no more detail.',
    floorMissing: 'The built-in map could not be loaded. Locks are still shown.',
  },
  elsewhere: {
    any: '%{count} more elsewhere',
    countries:
      '%{count} more in %{smart_count} country |||| %{count} more in %{smart_count} countries',
  },
  legend: {
    reset: 'Show all locks',
    title: 'Legend',
    alarm: 'Worst open alarm: %{severity}',
    moving: 'Moving in this direction',
    stale: 'Offline, or position over 6 hours old',
    group: 'Group of locks with their states',
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
    explain: 'Age of the map data',
  },
  mirror: {
    title: 'Markers on the map',
    summary:
      '%{smart_count} lock on the map, in %{cells} markers |||| %{smart_count} locks on the map, in %{cells} markers',
    offline: 'offline',
    asleep: 'asleep',
    group: 'Group of %{smart_count} locks, worst state %{state}. Open',
  },
  panel: {
    device: 'Lock %{sn}',
  },
  choose: {
    title: '%{smart_count} lock at this place |||| %{smart_count} locks at this place',
    more: '%{smart_count} more. Search by SN to find it. |||| %{smart_count} more. Search by SN to find them.',
  },
};

export const picker = {
  title: 'Choose %{name} on the map',
  map: 'Map for choosing a place. Move it with the arrow keys, choose its centre with Enter.',
  coordinates: 'Latitude, longitude',
  noPlace: 'Enter latitude and longitude in degrees, such as 31.2304, 121.4737',
  how: 'Click the map, or use the keyboard: arrow keys move it, plus and minus zoom, Enter chooses the centre.',
  radius: 'Radius',
  take: 'Use this place',
};

export const mapManage = {
  title: 'Map management',
  map: 'Map of geofences and points of interest',
  tabs: 'List to show',
  fit: 'Show all on the map',
  radius: 'radius %{length}',
  width: '%{length} on each side',
  savePoint: 'Save as point of interest',
  files: {
    button: 'Map files',
    export: 'Export %{format}',
    import: 'Import GeoJSON or KML',
    title: 'Import a map file',
    limit: 'GeoJSON, KML or KMZ, up to %{size} MB and %{max} shapes',
    tooLarge: 'The file is larger than %{size} MB.',
    tooMany: 'The file has %{count} shapes. The limit is %{max}.',
    unreadable: 'The file is neither GeoJSON nor KML.',
    undecodable: 'The characters of the file cannot be read. Save it in UTF-8.',
    none: 'The file has no shapes to import.',
    start: 'Import %{smart_count} |||| Import %{smart_count}',
    done: '%{smart_count} imported |||| %{smart_count} imported',
    refused: 'Not imported: %{reason}',
    unnamed: 'Unnamed',
    cut: 'Only the first %{count} were exported.',
  },
};
