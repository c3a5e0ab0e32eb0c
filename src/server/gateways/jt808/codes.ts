/** Codes of messages from the lock. JT/T 808-2013 and 2019; 03xx and 04xx are HHD's own, 4001 and 55xx JT705A's. */
export const UP = {
  generalAnswer: 0x0001,
  timeRequest: 0x0004,
  missingParts: 0x0005,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  attributes: 0x0107,
  upgradeResult: 0x0108,
  location: 0x0200,
  locationAnswer: 0x0201,
  storedLocations: 0x0210,
  hhdParametersSet: 0x0311,
  hhdParameters: 0x0313,
  hhdCardsSet: 0x0315,
  hhdCards: 0x0317,
  hhdCardsChecksum: 0x0319,
  hhdBusinessDataSet: 0x0411,
  vehicleControlAnswer: 0x0500,
  driver: 0x0702,
  locationBatch: 0x0704,
  jt705aHeartbeat: 0x4001,
  jt705aLive: 0x5501,
  jt705aStored: 0x5502,
} as const;

/** Codes of messages to the lock. */
export const DOWN = {
  hhdSetParameters: 0x0310,
  hhdQueryParameters: 0x0312,
  hhdSetCards: 0x0314,
  hhdQueryCards: 0x0316,
  jt705aAnswer: 0x4401,
  generalAnswer: 0x8001,
  resendParts: 0x8003,
  time: 0x8004,
  registered: 0x8100,
  setParameters: 0x8103,
  control: 0x8105,
  queryParameters: 0x8106,
  queryAttributes: 0x8107,
  upgradePackage: 0x8108,
} as const;

/** A code as the message log shows it. */
export const hexCode = (code: number): string => code.toString(16).padStart(4, '0');
