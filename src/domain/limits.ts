/** Percent below which a lock's battery is low: the charge left lasts for about a week of reports. */
export const LOW_BATTERY = 15;
