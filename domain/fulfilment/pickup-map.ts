/** A position on earth, and its distance from the holder's address. */
export type MapPoint = { latitude: number; longitude: number; distanceMeters: number }

/** Metres east and south of the centre of the map, as in screen coordinates. */
export type MapPlace = { x: number; y: number }

export type PointMap = {
  /** Half the side of the square that holds everything, in metres. */
  reach: number
  /** null if the distances do not determine the address. */
  home: MapPlace | null
  points: MapPlace[]
  /** A round number of metres, for rings around the address or a scale bar. */
  ringMeters: number
}

const METERS_PER_DEGREE = (Math.PI / 180) * 6_371_000
const ROUND_METERS = [50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000]
const MARGIN = 1.05
const MAX_ERROR_METERS = 60

/**
 * Carriers send the position of each point and its distance, but not the position of the address. Three points that
 * are not on one line determine it. The map is to scale, and north is up.
 */
export function pointMap(points: MapPoint[]): PointMap | null {
  if (points.length < 2) return null
  const flat = flatten(points)
  const home = findHome(flat)
  const centre = home ?? centreOf(flat)
  const places = flat.map(({ x, y }) => ({ x: x - centre.x, y: centre.y - y }))
  const furthest = Math.max(50, ...places.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
  const reach = furthest * MARGIN
  return {
    reach,
    home: home && { x: 0, y: 0 },
    points: places,
    ringMeters: ROUND_METERS.findLast((meters) => meters <= reach / 2) ?? 50,
  }
}

type FlatPoint = MapPlace & { distance: number }

/** Metres east and north of the first point. Over a few kilometres the curvature of the earth does not matter. */
function flatten(points: MapPoint[]): FlatPoint[] {
  const origin = points[0] ?? { latitude: 0, longitude: 0 }
  const longitudeScale = Math.cos((Math.PI / 180) * origin.latitude)
  return points.map(({ latitude, longitude, distanceMeters }) => ({
    x: (longitude - origin.longitude) * longitudeScale * METERS_PER_DEGREE,
    y: (latitude - origin.latitude) * METERS_PER_DEGREE,
    distance: distanceMeters,
  }))
}

function centreOf(points: FlatPoint[]): MapPlace {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { x: middle(points.map(({ x }) => x)), y: middle(points.map(({ y }) => y)) }
}

/**
 * Least squares over the circles around the points. With road distances, or points on one line, no address fits. Then
 * none is drawn, because a wrong one is worse.
 */
function findHome(points: FlatPoint[]): MapPlace | null {
  const [first] = points
  if (!first || points.length < 3) return null
  // Subtracting the first circle, which is around 0, from each other one gives a straight line.
  const lines = points.slice(1).map(({ x, y, distance }) => ({
    a: 2 * x,
    b: 2 * y,
    c: first.distance ** 2 - distance ** 2 + x ** 2 + y ** 2,
  }))
  const sum = (value: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + value(line), 0)
  const [aa, ab, bb] = [sum((l) => l.a * l.a), sum((l) => l.a * l.b), sum((l) => l.b * l.b)]
  const [ac, bc] = [sum((l) => l.a * l.c), sum((l) => l.b * l.c)]
  // The error from rounding to metres. It grows as the points approach one line.
  const narrowest = (aa + bb - Math.hypot(aa - bb, 2 * ab)) / 2
  const far = Math.max(...points.map(({ distance }) => distance), 1)
  if (narrowest <= 0 || (2 * far) / Math.sqrt(narrowest) > MAX_ERROR_METERS / 2) return null
  const determinant = aa * bb - ab * ab
  const home = { x: (ac * bb - bc * ab) / determinant, y: (bc * aa - ac * ab) / determinant }
  const fits = points.every(
    ({ x, y, distance }) =>
      Math.abs(Math.hypot(x - home.x, y - home.y) - distance) <=
      Math.max(MAX_ERROR_METERS, distance * 0.1),
  )
  return fits ? home : null
}
