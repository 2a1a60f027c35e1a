export type Place = { latitude: number; longitude: number }

const EARTH_RADIUS_METERS = 6_371_000
const METERS_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METERS

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance by the haversine formula. */
export function metersBetween(a: Place, b: Place) {
  const sinHalfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const sinHalfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const haversine =
    sinHalfLatitude ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * sinHalfLongitude ** 2
  return Math.round(2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine))))
}

/** The place this many metres north and east. A flat approximation that is accurate for a few kilometres. */
export function placeAtOffset({ latitude, longitude }: Place, north: number, east: number): Place {
  const metersPerDegreeEast = METERS_PER_DEGREE * Math.cos(radians(latitude))
  return {
    latitude: latitude + north / METERS_PER_DEGREE,
    longitude: longitude + east / metersPerDegreeEast,
  }
}
